import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { mostLabels } from '../../../contract/limits'
import { renderView } from '../../testing/render'
import { LabelsInput } from './LabelsInput'

function Labels({ given }: { readonly given: string[] }) {
  const [labels, setLabels] = useState(given)
  const [typed, setTyped] = useState('')
  return (
    <>
      <LabelsInput aria-label="Labels" value={labels} onChange={setLabels} typed={typed} onTyped={setTyped} />
      <output aria-label="Kept">{labels.join(' ')}</output>
    </>
  )
}

const numbered = (count: number) => Array.from({ length: count }, (_, place) => `L${place + 1}`)
const type = (text: string) => userEvent.type(screen.getByRole('combobox', { name: 'Labels' }), text)

it('adds labels up to the maximum for a record', async () => {
  renderView(<Labels given={numbered(mostLabels - 1)} />)
  await type('x,y,')
  expect(screen.getByRole('status', { name: 'Kept' })).toHaveTextContent([...numbered(mostLabels - 1), 'x'].join(' '))
})

it('removes no label from a record above the maximum, for example one merged from two', async () => {
  renderView(<Labels given={numbered(mostLabels + 5)} />)
  await type('x,')
  expect(screen.getByRole('status', { name: 'Kept' })).toHaveTextContent(numbered(mostLabels + 5).join(' '))
})

it('makes a label of unfinished text when the field is left, not when another window gets the focus', async () => {
  renderView(<Labels given={[]} />)
  await type('bra')
  // When the whole window loses the focus, the field stays the active element.
  fireEvent.blur(screen.getByRole('combobox', { name: 'Labels' }))
  expect(screen.getByRole('status', { name: 'Kept' })).toBeEmptyDOMElement()
  await type('kes')
  await userEvent.tab()
  expect(screen.getByRole('status', { name: 'Kept' })).toHaveTextContent('brakes')
})
