import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useKey, useKeyList, useKeyListener } from './keys'

function Pad({ hasSingleKeys = true, hasDialog = false }) {
  const [log, setLog] = useState<readonly string[]>([])
  const add = (name: string) => () => setLog((before) => [...before, name])
  useKeyListener(hasSingleKeys)
  useKey('j', add('frame j'), { description: 'Down', group: 'Frame' })
  useKey('g k', add('knowledge'), { description: 'Go to knowledge', group: 'Frame' })
  useKey('k', add('plain k'), { description: 'Plain', group: 'Frame' })
  useKey('ArrowDown', add('down'), { description: 'Down', group: 'Frame' })
  useKey('mod+k', add('palette'), { description: 'Palette', group: 'Frame' })
  return (
    <>
      <output>{log.join(', ')}</output>
      <input aria-label="Text" />
      <input type="radio" aria-label="Dark" />
      {hasDialog && <div role="dialog" aria-modal="true" />}
      <div role="dialog" aria-label="Popover">
        <button type="button">Inside</button>
      </div>
    </>
  )
}

function View() {
  useKey('j', () => {}, { description: 'Next row', group: 'View' })
  return (
    <ul aria-label="Keys">
      {useKeyList().map((key) => (
        <li key={key.binding}>{`${key.binding}: ${key.description}`}</li>
      ))}
    </ul>
  )
}

const log = () => screen.getByRole('status').textContent

it('hears single keys, sequences and combinations', async () => {
  render(<Pad />)
  await userEvent.keyboard('jgkk{Control>}k{/Control}{ArrowDown}')
  expect(log()).toBe('frame j, knowledge, plain k, palette, down')
})

it('leaves single keys to the field that is typed into, but not combinations', async () => {
  render(<Pad />)
  await userEvent.click(screen.getByLabelText('Text'))
  await userEvent.keyboard('jgi{ArrowDown}{Control>}k{/Control}')
  expect(log()).toBe('palette')
  expect(screen.getByLabelText('Text')).toHaveValue('jgi')
})

it('hears single keys on a choice too, in which nothing is typed', async () => {
  render(<Pad />)
  await userEvent.click(screen.getByLabelText('Dark'))
  await userEvent.keyboard('gk')
  expect(log()).toBe('knowledge')
})

it('keeps only named keys and combinations when single keys are off', async () => {
  render(<Pad hasSingleKeys={false} />)
  await userEvent.keyboard('jgi{ArrowDown}{Control>}k{/Control}')
  expect(log()).toBe('down, palette')
})

it('leaves single keys to what floats above the view and has the focus, but not combinations', async () => {
  render(<Pad />)
  screen.getByRole('button', { name: 'Inside' }).focus()
  await userEvent.keyboard('j{ArrowDown}{Control>}k{/Control}')
  expect(log()).toBe('palette')
})

it('is quiet behind a dialog', async () => {
  const taken: boolean[] = []
  const hear = (event: KeyboardEvent) => event.key === 'k' && taken.push(event.defaultPrevented)
  render(<Pad hasDialog />)
  window.addEventListener('keydown', hear)
  await userEvent.keyboard('j{ArrowDown}{Control>}k{/Control}')
  window.removeEventListener('keydown', hear)
  expect(log()).toBe('')
  // Else the menu would open what the key may not.
  expect(taken).toEqual([true])
})

it('lets the newest binding win, and lists each binding once', async () => {
  render(
    <>
      <Pad />
      <View />
    </>,
  )
  expect(screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.startsWith('j:'))).toHaveLength(1)
})
