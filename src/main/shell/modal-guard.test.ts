import { expect, test } from 'vitest'
import { createModalGuard } from './modal-guard'

function setUp() {
  const events: (boolean | string)[] = []
  const guard = createModalGuard({ onChange: (isOpen) => events.push(isOpen), onWait: () => events.push('waits') })
  return { guard, events }
}

test('reports each change once, and whenDialogsClosed waits for the last dialog', async () => {
  const { guard, events } = setUp()
  await guard.whenDialogsClosed()
  guard.setOpen(true)
  guard.setOpen(true)
  let isClosed = false
  const closed = guard.whenDialogsClosed().then(() => {
    isClosed = true
  })
  await Promise.resolve()
  expect(isClosed).toBe(false)
  // Another dialog opens in the same turn.
  guard.setOpen(false)
  guard.setOpen(true)
  await new Promise((resolve) => setTimeout(resolve))
  expect(isClosed).toBe(false)
  guard.setOpen(false)
  await closed
  expect(events).toEqual([true, 'waits', false, true, false])
})

test('guard ignores calls while a dialog is open', () => {
  const { guard } = setUp()
  const visited: string[] = []
  const navigate = guard.guard((to: string) => visited.push(to))
  navigate('/goals')
  guard.setOpen(true)
  navigate('/topics')
  guard.setOpen(false)
  navigate('/metrics')
  expect(visited).toEqual(['/goals', '/metrics'])
})
