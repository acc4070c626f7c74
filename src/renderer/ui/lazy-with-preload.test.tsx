import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, type ComponentType, type ReactNode } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isModalOpen } from './is-modal-open'
import { useKey, useKeyListener } from './keys'
import { lazyDialog, lazyWithPreload } from './lazy-with-preload'

function Words({ text }: { readonly text: string }) {
  return <p>{text}</p>
}

class Boundary extends Component<{ readonly children: ReactNode }, { readonly message: string | null }> {
  override state = { message: null }
  static getDerivedStateFromError(error: Error) {
    return { message: error.message }
  }
  override render() {
    return this.state.message ?? this.props.children
  }
}

it('loads the code once, on first render, and renders in the turn in which it arrives', async () => {
  let resolve: (component: typeof Words) => void = () => {}
  const load = vi.fn(() => new Promise<typeof Words>((settle) => (resolve = settle)))
  const Later = lazyWithPreload<{ readonly text: string }>(load)
  expect(load).not.toHaveBeenCalled()
  const { container } = render(
    <>
      <Later text="first" />
      <Later text="second" />
    </>,
  )
  expect(container).toBeEmptyDOMElement()
  await act(async () => resolve(Words))
  expect(screen.getByText('first')).toBeVisible()
  expect(screen.getByText('second')).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
})

it('renders immediately when the code is already loaded', async () => {
  const Later = lazyWithPreload(() => Promise.resolve(Words))
  const first = render(<Later text="once" />)
  await screen.findByText('once')
  first.unmount()
  render(<Later text="again" />)
  expect(screen.getByText('again')).toBeVisible()
})

interface DialogProps {
  readonly isOpen?: boolean
  readonly onClose: () => void
}

function openBefore(load: () => Promise<ComponentType<DialogProps>>, props: Partial<DialogProps> = {}) {
  const keys = { t: vi.fn(), Escape: vi.fn() }
  const onClose = vi.fn()
  const Dialog = lazyDialog(load)
  function View() {
    useKeyListener(true)
    useKey('t', keys.t)
    useKey('Escape', keys.Escape)
    return <Dialog onClose={onClose} {...props} />
  }
  return { ...render(<View />), keys, onClose }
}

const never = () => new Promise<never>(() => {})

it('keeps the keys from the view while the code of an open dialog is on its way, and closes on Escape', async () => {
  const { keys, onClose, unmount } = openBefore(never)
  await userEvent.keyboard('t')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  for (const onKey of Object.values(keys)) expect(onKey).not.toHaveBeenCalled()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  unmount()
  expect(isModalOpen()).toBe(false)
})

it.each([
  ['the dialog is closed', never, { isOpen: false }],
  ['its code has come', () => Promise.resolve(() => <p>Here</p>), {}],
])('leaves the keys to the view once %s', async (_, load, props) => {
  const { keys, onClose } = openBefore(load, props)
  await waitFor(() => expect(isModalOpen()).toBe(false))
  await userEvent.keyboard('t{Escape}')
  for (const onKey of Object.values(keys)) expect(onKey).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})

it('throws a load error for the error boundary above to show', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Later = lazyWithPreload<{ readonly text: string }>(() => Promise.reject(new Error('The file is gone.')))
  render(
    <Boundary>
      <Later text="never" />
    </Boundary>,
  )
  expect(await screen.findByText('The file is gone.')).toBeVisible()
  vi.restoreAllMocks()
})

it('loads code in idle moments once the first view is on screen, also code that is declared later', async () => {
  vi.resetModules()
  const { lazyWithPreload, preloadAll } = await import('./lazy-with-preload')
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  onTestFinished(() => void vi.unstubAllGlobals())
  const loads = [vi.fn(async () => Words), vi.fn(async () => Words)] as const
  lazyWithPreload(loads[0])
  expect(idle).toHaveLength(0)
  preloadAll()
  expect(idle).toHaveLength(1)
  lazyWithPreload(loads[1])
  expect(idle).toHaveLength(2)
  for (const load of loads) expect(load).not.toHaveBeenCalled()
  for (const run of idle) run()
  for (const load of loads) expect(load).toHaveBeenCalledOnce()
  preloadAll()
  expect(idle).toHaveLength(2)
})
