import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { renderView } from '../testing/render'
import { TwoColumns } from './TwoColumns'

let open: (id: string | null) => void = () => {}

function View() {
  const [id, setId] = useState<string | null>(null)
  open = setId
  return (
    <TwoColumns view="metrics" title="Metrics" intro="About them." side="All of them" openId={id}>
      {id ?? 'None is open.'}
    </TwoColumns>
  )
}

it.each([
  ['scrolls to what is opened, which a narrow window has below the list', true, ['first', 'second']],
  ['does not scroll where the list is beside it', false, []],
])('%s', async (_, isNarrow, expected) => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: isNarrow, media: query }) as unknown as MediaQueryList,
  )
  const shown: unknown[] = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  renderView(<View />)
  await screen.findByText('None is open.')
  for (const id of ['first', 'second', null]) act(() => open(id))
  expect(shown).toEqual(expected)
})
