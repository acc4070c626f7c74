import { useWindowEvent } from '@mantine/hooks'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createMemoryRouter } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { watchRouter } from './current-location'
import { nextStep, useKey, useKeyListener, whenBound } from './keys'

function Pad({ hasSingleKeys = true, hasDialog = false }) {
  const [log, setLog] = useState<readonly string[]>([])
  const add = (name: string) => () => setLog((before) => [...before, name])
  useKeyListener(hasSingleKeys)
  useKey('j', add('frame j'))
  useKey('g k', add('knowledge'))
  useKey('k', add('plain k'))
  useKey('ArrowDown', add('down'))
  useKey('mod+k', add('palette'))
  useKey('e', add('reviewed'))
  useKey('d', add('dismissed'))
  useKey('x', add('selected'))
  return (
    <>
      <output>{log.join(', ')}</output>
      <input aria-label="Text" />
      <input type="radio" aria-label="Dark" />
      {hasDialog && <div role="dialog" aria-modal="true" />}
      <div role="dialog" aria-label="Popover">
        <button type="button">Inside</button>
      </div>
      <div role="menu" aria-label="Menu">
        <button type="button" role="menuitem">
          Item
        </button>
      </div>
    </>
  )
}

const log = () => screen.getByRole('status').textContent

it('handles single keys, sequences and combinations', async () => {
  render(<Pad />)
  await userEvent.keyboard('jgkk{Control>}k{/Control}{ArrowDown}')
  expect(log()).toBe('frame j, knowledge, plain k, palette, down')
})

it('also handles a key with Shift, which some keyboards need for symbols and arrow keys for selection', async () => {
  render(<Pad />)
  await userEvent.keyboard('{Shift>}J{ArrowDown}{/Shift}')
  expect(log()).toBe('frame j, down')
})

it.each([
  ['that a part of the view has taken', (event: Event) => event.preventDefault(), {}],
  ['that an input method is given', () => {}, { isComposing: true }],
])('takes no key for the first of a sequence %s', (_, hear, how) => {
  render(<Pad />)
  const part = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => part.remove())
  part.addEventListener('keydown', hear)
  for (const key of ['j', 'g']) fireEvent.keyDown(part, { key, code: `Key${key.toUpperCase()}`, ...how })
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK' })
  expect(log()).toBe('plain k')
})

it('finds the letters of a keyboard of another script by their places, and those of a Latin one by what they type', () => {
  render(<Pad />)
  const press = (key: string, code: string, modifiers = {}) =>
    fireEvent.keyDown(document.body, { key, code, ...modifiers })
  press('о', 'KeyJ')
  press('О', 'KeyJ', { shiftKey: true })
  press('п', 'KeyG')
  press('л', 'KeyK')
  expect(press('κ', 'KeyK', { ctrlKey: true })).toBe(false)
  // Thai and Hindi vowel and tone signs, and an Arabic key that types two letters.
  press('\u0e48', 'KeyJ')
  press('\u0941', 'KeyG')
  press('\u0915', 'KeyK')
  press('\u0644\u0627', 'KeyJ')
  const expected = 'frame j, frame j, knowledge, palette, frame j, knowledge, frame j'
  expect(log()).toBe(expected)
  // Dvorak, Turkish, Czech and a sign.
  for (const [key, code] of [
    ['h', 'KeyJ'],
    ['ı', 'KeyJ'],
    ['é', 'KeyE'],
    ["'", 'KeyE'],
  ] as const) {
    press(key, code)
  }
  expect(log()).toBe(expected)
})

it('repeats a held key that moves, but not one that decides, or turns something on and off', () => {
  render(<Pad />)
  for (const repeat of [false, true, true]) {
    for (const key of ['e', 'd', 'x', 'j']) {
      fireEvent.keyDown(document.body, { key, code: `Key${key.toUpperCase()}`, repeat })
    }
  }
  expect(log()).toBe('reviewed, dismissed, selected, frame j, frame j, frame j')
})

it('leaves single keys, but not combinations, to the field being typed in', async () => {
  render(<Pad />)
  await userEvent.click(screen.getByLabelText('Text'))
  await userEvent.keyboard('jgi{ArrowDown}{Control>}k{/Control}')
  expect(log()).toBe('palette')
  expect(screen.getByLabelText('Text')).toHaveValue('jgi')
})

it('handles single keys, but not arrows, while a radio button has the focus', async () => {
  render(<Pad />)
  await userEvent.click(screen.getByLabelText('Dark'))
  await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}gk')
  expect(log()).toBe('knowledge')
})

it('handles only named keys and combinations when single keys are off', async () => {
  const { rerender } = render(<Pad hasSingleKeys={false} />)
  await userEvent.keyboard('jgi{ArrowDown}{Control>}k{/Control}')
  expect(log()).toBe('down, palette')
  rerender(<Pad />)
  await userEvent.keyboard('j')
  expect(log()).toBe('down, palette, frame j')
})

it('leaves single keys, but not combinations, to a focused popover', async () => {
  render(<Pad />)
  screen.getByRole('button', { name: 'Inside' }).focus()
  await userEvent.keyboard('j{ArrowDown}{Control>}k{/Control}')
  expect(log()).toBe('palette')
})

it('leaves all keys to a focused menu, and keeps their combinations from the native menu', () => {
  render(<Pad />)
  const item = screen.getByRole('menuitem')
  item.focus()
  // False: the native menu does not hear the key. It alone binds Ctrl+F.
  for (const key of ['k', 'f']) {
    expect(fireEvent.keyDown(item, { key, code: `Key${key.toUpperCase()}`, ctrlKey: true })).toBe(false)
  }
  fireEvent.keyDown(item, { key: 'j', code: 'KeyJ' })
  expect(log()).toBe('')
})

it('keeps Ctrl+A from selecting the whole window when no list handles it, but allows it in a field', () => {
  render(<Pad />)
  // False: the browser's own action is prevented.
  expect(fireEvent.keyDown(document.body, { key: 'a', code: 'KeyA', ctrlKey: true })).toBe(false)
  expect(fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'a', code: 'KeyA', ctrlKey: true })).toBe(true)
})

it('handles no keys behind a dialog, and keeps a bound combination from the menu', async () => {
  const taken: boolean[] = []
  const hear = (event: KeyboardEvent) => event.key === 'k' && taken.push(event.defaultPrevented)
  render(<Pad hasDialog />)
  window.addEventListener('keydown', hear)
  await userEvent.keyboard('j{ArrowDown}{Control>}k{/Control}')
  window.removeEventListener('keydown', hear)
  expect(log()).toBe('')
  // Otherwise the menu would open what the key may not.
  expect(taken).toEqual([true])
})

function Slider() {
  const [log, setLog] = useState<readonly string[]>([])
  const add = (name: string) => setLog((before) => [...before, name])
  useKeyListener(true)
  useKey('alt+ArrowLeft', () => add('back'))
  return (
    <>
      <output>{log.join(', ')}</output>
      <button type="button" onKeyDown={({ key }) => key !== 'Alt' && add(`moved by ${key}`)}>
        Slider
      </button>
    </>
  )
}

it('handles Alt with an arrow before an element that the arrow would move', async () => {
  render(<Slider />)
  screen.getByRole('button').focus()
  await userEvent.keyboard('{ArrowLeft}{Alt>}{ArrowLeft}{/Alt}')
  expect(log()).toBe('moved by ArrowLeft, back')
})

function Undoable() {
  const [log, setLog] = useState<readonly string[]>([])
  const [steps, setSteps] = useState<readonly { readonly of: string; readonly since: number }[]>([])
  const last = (of: string) => steps.findLast((step) => step.of === of)
  const undo = (of: string) => () => {
    const step = last(of)
    if (step === undefined) return
    setLog((before) => [...before, `${of} ${step.since}`])
    setSteps((before) => before.filter((other) => other !== step))
  }
  useKeyListener(true)
  useKey('mod+z', undo('row'), { enabled: last('row') !== undefined, since: last('row')?.since ?? 0 })
  useKey('mod+z', undo('draft'), { enabled: last('draft') !== undefined, since: last('draft')?.since ?? 0 })
  return (
    <>
      <output>{log.join(', ')}</output>
      {['row', 'draft'].map((of) => (
        <button key={of} type="button" onClick={() => setSteps((before) => [...before, { of, since: nextStep() }])}>
          {of}
        </button>
      ))}
    </>
  )
}

it('undoes the latest step first, whichever part made it, then the steps before', async () => {
  render(<Undoable />)
  for (const name of ['row', 'draft', 'row']) await userEvent.click(screen.getByRole('button', { name }))
  await userEvent.keyboard('{Control>}zzzz{/Control}')
  const places = (log() ?? '').split(', ')
  expect(places.map((each) => each.split(' ')[0])).toEqual(['row', 'draft', 'row'])
})

it('prevents the native undo and redo of a field that no longer has the focus', async () => {
  render(<Pad />)
  await userEvent.type(screen.getByLabelText('Text'), 'word')
  const press = (target: Element, key: string) => fireEvent.keyDown(target, { key, code: 'KeyZ', ctrlKey: true })
  expect(press(screen.getByLabelText('Text'), 'z')).toBe(true)
  for (const key of ['z', 'Z', 'y', 'я']) {
    // False: the browser's own action is prevented.
    expect(press(screen.getByLabelText('Dark'), key)).toBe(false)
    expect(press(screen.getByRole('button', { name: 'Inside' }), key)).toBe(false)
  }
})

function Form({ onSend }: { readonly onSend: () => void }) {
  useKeyListener(true)
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSend()
        }}
      >
        <textarea aria-label="Text" />
        <button type="button" aria-expanded="false">
          More fields
        </button>
        <button type="button">Cancel</button>
        <button type="submit">Send</button>
      </form>
      <button type="button">Outside</button>
    </>
  )
}

it('submits the focused form with Ctrl+Enter or Cmd+Enter, and only once while the keys are held', async () => {
  const onSend = vi.fn()
  render(<Form onSend={onSend} />)
  await userEvent.click(screen.getByLabelText('Text'))
  await userEvent.keyboard('{Enter}')
  expect(onSend).not.toHaveBeenCalled()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onSend).toHaveBeenCalledTimes(1)
  await userEvent.keyboard('{Meta>}{Enter>5/}{/Meta}')
  expect(onSend).toHaveBeenCalledTimes(2)
  // The Enter that takes a suggestion of an input method belongs to that method.
  fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'Enter', ctrlKey: true, isComposing: true })
  screen.getByRole('button', { name: 'Outside' }).focus()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Outside' }), { key: 'Enter', ctrlKey: true })
  expect(onSend).toHaveBeenCalledTimes(2)
})

it('submits the form before a field takes Ctrl+Enter for Enter', () => {
  const [onSend, onField] = [vi.fn(), vi.fn()]
  render(<Form onSend={onSend} />)
  const field = screen.getByLabelText('Text')
  field.addEventListener('keydown', onField)
  // False: the browser does not submit the form once more.
  expect(fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })).toBe(false)
  expect(onSend).toHaveBeenCalledOnce()
  expect(onField).not.toHaveBeenCalled()
})

const pressCtrlEnter = (target: HTMLElement) => fireEvent.keyDown(target, { key: 'Enter', ctrlKey: true })

it.each(['Cancel', 'More fields', 'Send'])('submits the form once while %s has the focus', (name) => {
  const onSend = vi.fn()
  render(<Form onSend={onSend} />)
  pressCtrlEnter(screen.getByRole('button', { name }))
  expect(onSend).toHaveBeenCalledOnce()
})

it('submits the form of a dialog from all of the dialog, but not that of a panel over the page', () => {
  const onSend = vi.fn()
  const panel = (isModal: boolean) => (
    <div role="dialog" aria-modal={isModal} tabIndex={-1}>
      <button type="button">Close</button>
      <Form onSend={onSend} />
    </div>
  )
  const { rerender } = render(panel(false))
  pressCtrlEnter(screen.getByRole('button', { name: 'Close' }))
  expect(onSend).not.toHaveBeenCalled()
  rerender(panel(true))
  pressCtrlEnter(screen.getByRole('button', { name: 'Close' }))
  pressCtrlEnter(screen.getByRole('dialog'))
  expect(onSend).toHaveBeenCalledTimes(2)
})

it('leaves Ctrl+Enter to links, and in a part that is no form to its other buttons', () => {
  const [onLink, onUnlink] = [vi.fn(), vi.fn()]
  function Part() {
    useKeyListener(true)
    return (
      <div data-submits>
        <input aria-label="Goals" />
        <a href="#goal">A goal</a>
        <button type="submit" onClick={onLink}>
          Link
        </button>
        <button type="button" onClick={onUnlink}>
          Unlink
        </button>
      </div>
    )
  }
  render(<Part />)
  pressCtrlEnter(screen.getByRole('link', { name: 'A goal' }))
  pressCtrlEnter(screen.getByRole('button', { name: 'Unlink' }))
  expect(onLink).not.toHaveBeenCalled()
  pressCtrlEnter(screen.getByLabelText('Goals'))
  expect(onLink).toHaveBeenCalledOnce()
  expect(onUnlink).not.toHaveBeenCalled()
})

it('ignores a key that has just closed a dialog', async () => {
  const onEscape = vi.fn()
  function Dialog() {
    const [isOpen, setIsOpen] = useState(true)
    useKeyListener(true)
    useKey('Escape', onEscape)
    // Closes as a dialog of the library does: at once, before the key reaches the page.
    useWindowEvent('keydown', () => flushSync(() => setIsOpen(false)), { capture: true })
    return isOpen && <div role="dialog" aria-modal="true" />
  }
  render(<Dialog />)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(onEscape).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onEscape).toHaveBeenCalledOnce()
})

function Arrived({ onSearch }: { readonly onSearch: () => void }) {
  useKey('/', onSearch)
  return null
}

/** Sets off for a view that has to be loaded first, in a time that the test moves on. */
function setOff() {
  vi.useFakeTimers()
  const router = createMemoryRouter([{ path: '/' }, { path: '/slow', lazy: () => new Promise(() => {}) }])
  router.initialize()
  watchRouter(router)
  onTestFinished(() => {
    vi.useRealTimers()
    watchRouter(null)
    router.dispose()
  })
  void router.navigate('/slow')
}

it('runs the action of a key once, as soon as the arriving view binds it', () => {
  const onSearch = vi.fn()
  setOff()
  expect(whenBound('/')).toBe(true)
  const { rerender } = render(<Arrived key="first" onSearch={onSearch} />)
  vi.runAllTimers()
  expect(onSearch).toHaveBeenCalledOnce()
  rerender(<Arrived key="second" onSearch={onSearch} />)
  vi.runAllTimers()
  expect(onSearch).toHaveBeenCalledOnce()
})

it('forgets a key when the view that binds it arrives too late', () => {
  const onSearch = vi.fn()
  setOff()
  expect(whenBound('/')).toBe(true)
  vi.advanceTimersByTime(10_000)
  render(<Arrived onSearch={onSearch} />)
  vi.runAllTimers()
  expect(onSearch).not.toHaveBeenCalled()
})

it('refuses a key that nothing binds while no view is arriving', () => {
  const onSearch = vi.fn()
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  expect(whenBound('/')).toBe(false)
  render(<Arrived onSearch={onSearch} />)
  vi.runAllTimers()
  expect(onSearch).not.toHaveBeenCalled()
})
