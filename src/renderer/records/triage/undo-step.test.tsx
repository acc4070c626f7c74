import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { announced } from '../../testing/announced'
import { renderView } from '../../testing/render'
import { useKey } from '../../ui/keys'
import { UndoSteps, useUndoSteps } from './undo-step'

const undone: string[] = []
beforeEach(() => {
  undone.length = 0
})

function Part({ name }: { readonly name: string }) {
  const { done } = useUndoSteps()
  const [typed, setTyped] = useState('')
  return (
    <>
      <button
        type="button"
        onClick={() =>
          done(`Did ${name}`, async () => {
            undone.push(name)
            return true
          })
        }
      >
        Do {name}
      </button>
      <input aria-label={`Text of ${name}`} value={typed} onChange={({ target }) => setTyped(target.value)} />
    </>
  )
}

function Views() {
  const [view, setView] = useState('first')
  return (
    <UndoSteps view={view}>
      <Part name="one" />
      <Part name="two" />
      <button type="button" onClick={() => setView('second')}>
        Leave
      </button>
    </UndoSteps>
  )
}

it('offers the last step across a view, none once the view is left, and keeps the state of its parts', async () => {
  renderView(<Views />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Text of one' }), 'typed')
  await userEvent.click(screen.getByRole('button', { name: 'Do one' }))
  await userEvent.click(screen.getByRole('button', { name: 'Do two' }))
  expect(await screen.findByText('Did two')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Did one')).not.toBeInTheDocument())
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(undone).toEqual(['two'])
  await userEvent.click(screen.getByRole('button', { name: 'Do one' }))
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.queryByText('Did one')).not.toBeInTheDocument())
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(undone).toEqual(['two'])
  expect(screen.getByRole('textbox', { name: 'Text of one' })).toHaveValue('typed')
})

it('undoes one step after another, last first', async () => {
  renderView(<Views />)
  for (const name of ['Do one', 'Do two', 'Do one']) await userEvent.click(screen.getByRole('button', { name }))
  await userEvent.keyboard('{Control>}zz{/Control}')
  expect(undone).toEqual(['one', 'two'])
  await userEvent.keyboard('{Control>}zz{/Control}')
  expect(undone).toEqual(['one', 'two', 'one'])
})

it('undoes one step when the button of its notice is pressed twice', async () => {
  renderView(<Views />)
  await userEvent.click(screen.getByRole('button', { name: 'Do one' }))
  await userEvent.click(screen.getByRole('button', { name: 'Do two' }))
  await screen.findByText('Did two')
  await waitFor(() => expect(screen.queryByText('Did one')).not.toBeInTheDocument())
  const undo = screen.getByRole('button', { name: 'Undo' })
  act(() => {
    undo.click()
    undo.click()
  })
  expect(undone).toEqual(['two'])
})

it('withdraws only the step that was undone elsewhere', async () => {
  function Elsewhere() {
    const { done } = useUndoSteps()
    const withdraw = useRef(() => {})
    const decide = () => {
      withdraw.current = done('Did the last', async () => {
        undone.push('last')
        return true
      })
    }
    return (
      <>
        <button type="button" onClick={decide}>
          Do the last
        </button>
        <button type="button" onClick={() => withdraw.current()}>
          Undo the last elsewhere
        </button>
      </>
    )
  }
  renderView(
    <UndoSteps view="first">
      <Part name="one" />
      <Elsewhere />
    </UndoSteps>,
  )
  for (const name of ['Do one', 'Do the last', 'Undo the last elsewhere']) {
    await userEvent.click(screen.getByRole('button', { name }))
  }
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(undone).toEqual(['one'])
})

it('offers no step in a view other than the one it was started in', async () => {
  let answer = () => {}
  function Slow() {
    const { done } = useUndoSteps()
    const decide = async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      done('Did it late', async () => {
        undone.push('late')
        return true
      })
    }
    return (
      <button type="button" onClick={() => void decide()}>
        Decide
      </button>
    )
  }
  function App() {
    const [view, setView] = useState('first')
    return (
      <UndoSteps view={view}>
        {view === 'first' && <Slow />}
        <button type="button" onClick={() => setView('second')}>
          Leave
        </button>
      </UndoSteps>
    )
  }
  renderView(<App />)
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }))
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await act(async () => answer())
  await announced('Did it late')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(undone).not.toContain('late')
})

function WithRevert({ revert }: { readonly revert: () => Promise<boolean | null> }) {
  const { done } = useUndoSteps()
  return (
    <button type="button" onClick={() => done('Did the last', revert)}>
      Do the last
    </button>
  )
}

it.each([
  ['that the step was undone', true, ['Undone: did the last']],
  ['that nothing was undone, as it has changed since', false, ['Couldn’t undo: it has since changed.']],
  ['nothing while that is not known', null, []],
])('says %s', async (_, isReverted, said) => {
  renderView(
    <UndoSteps view="first">
      <WithRevert revert={async () => isReverted} />
    </UndoSteps>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Do the last' }))
  await screen.findByText('Did the last')
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => {
    expect(screen.queryByText('Did the last')).not.toBeInTheDocument()
    expect(screen.queryAllByText(/^(Undone|Couldn’t undo)/).map(({ textContent }) => textContent)).toEqual(said)
  })
})

it('does not offer a step that could not be undone above a later one', async () => {
  let refuse = () => {}
  const revert = () =>
    new Promise<boolean>((_, reject) => {
      refuse = () => reject(new AppError('DISK_FULL', ''))
    })
  renderView(
    <UndoSteps view="first">
      <WithRevert revert={revert} />
      <Part name="one" />
    </UndoSteps>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Do the last' }))
  await userEvent.keyboard('{Control>}z{/Control}')
  await userEvent.click(screen.getByRole('button', { name: 'Do one' }))
  await act(async () => refuse())
  expect(await screen.findByText(/disk is full/i)).toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(undone).toEqual(['one'])
})

describe('a write that is not answered yet', () => {
  let answer = () => {}
  let refuse = () => {}
  let changeNothing = () => {}
  function Slow() {
    const { done, underWay } = useUndoSteps()
    const decide = async () => {
      const write = new Promise<boolean>((resolve, reject) => {
        answer = () => resolve(true)
        changeNothing = () => resolve(false)
        refuse = () => reject(new Error('The disk is full.'))
      })
      if (!(await underWay(write))) return
      done('Did it late', async () => {
        undone.push('late')
        return true
      })
    }
    return (
      <button type="button" onClick={() => void decide().catch(() => {})}>
        Decide
      </button>
    )
  }
  const drafts: string[] = []
  function Draft() {
    useKey('mod+z', () => drafts.push('restored'), { since: 0 })
    return null
  }
  function App() {
    const [view, setView] = useState('first')
    return (
      <UndoSteps view={view}>
        <Part name="one" />
        {view === 'first' && <Slow />}
        <button type="button" onClick={() => setView('second')}>
          Leave
        </button>
        {view === 'second' && <Draft />}
      </UndoSteps>
    )
  }
  const open = () => renderView(<App />)
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

  it('is undone once it is, in place of the step before it, which the next key undoes', async () => {
    open()
    await press('Do one')
    await press('Decide')
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(undone).toEqual([])
    await act(async () => answer())
    await waitFor(() => expect(undone).toEqual(['late']))
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(undone).toEqual(['late', 'one'])
  })

  it('is undone once it is, where there is no step before it', async () => {
    open()
    await press('Decide')
    await userEvent.keyboard('{Control>}z{/Control}')
    await act(async () => answer())
    await waitFor(() => expect(undone).toEqual(['late']))
  })

  it('is undone with the step before it by two keys', async () => {
    open()
    await press('Do one')
    await press('Decide')
    await userEvent.keyboard('{Control>}zz{/Control}')
    await act(async () => answer())
    await waitFor(() => expect(undone).toEqual(['late', 'one']))
  })

  it('takes no key from the view that is open by then', async () => {
    open()
    await press('Decide')
    await press('Leave')
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(drafts).toEqual(['restored'])
    await act(async () => answer())
    expect(undone).toEqual([])
  })

  it('does not undo a step of the view that is open by then', async () => {
    open()
    await press('Decide')
    await userEvent.keyboard('{Control>}z{/Control}')
    await press('Leave')
    await press('Do one')
    await act(async () => answer())
    expect(undone).toEqual([])
  })

  it.each([
    ['changed nothing', () => changeNothing()],
    ['fails', () => refuse()],
  ])('leaves the step before it alone when it %s', async (_, settle) => {
    open()
    await press('Do one')
    await press('Decide')
    await userEvent.keyboard('{Control>}z{/Control}')
    await act(async () => settle())
    expect(undone).toEqual([])
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(undone).toEqual(['one'])
  })
})
