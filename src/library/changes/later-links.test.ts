import { afterEach, expect, test } from 'vitest'
import { markChange } from '../testing/moved-changes'
import { openTestLibrary, type TestLibrary, workspace } from '../testing/opened-library'
import { serviceChange, settleDone } from '../testing/service-changes'

const environment = 'sandbox'
let open: TestLibrary | undefined
afterEach(() => open?.remove())

type Kind = 'linkMetric' | 'unlinkMetric' | 'deleteOutcome'

function change(changeId: string, kind: Kind, goals: readonly string[], day: number, targetId = 'metric') {
  const createdAt = `2025-06-0${day}T00:00:00.000Z`
  const made =
    kind === 'deleteOutcome' ? { kind, targetId, body: null } : { kind, targetId, body: { outcomeIds: goals } }
  return { ...serviceChange(changeId, made), createdAt }
}

test('a link is superseded by a later opposite one that is done or may still be sent', async () => {
  open = await openTestLibrary('memory')
  const { library } = open
  const isSuperseded = () => library.isSuperseded({ environment, changeId: 'own' })
  const add = (...given: Parameters<typeof change>) => library.addChange(change(...given))
  const mark = (changeId: string, state: 'sending' | 'unknown' | 'failed') =>
    markChange(library, { environment, changeId, state, error: null })
  await add('earlier', 'unlinkMetric', ['a'], 1)
  await add('own', 'linkMetric', ['a', 'b'], 2)
  await mark('own', 'failed')
  await settleDone(library, 'earlier')
  await add('same', 'linkMetric', ['a'], 3)
  await add('other goal', 'unlinkMetric', ['c'], 3)
  await add('other metric', 'unlinkMetric', ['a'], 3, 'another')
  await add('goal', 'deleteOutcome', [], 3)
  await library.addChange({
    ...change('elsewhere', 'unlinkMetric', ['a'], 3),
    workspace: { ...workspace, workspaceId: 'x' },
  })
  for (const id of ['same', 'other goal', 'other metric']) await settleDone(library, id)
  expect(await isSuperseded()).toBe(false)

  await add('later', 'unlinkMetric', ['b', 'c'], 4)
  expect(await isSuperseded()).toBe(true)
  await mark('later', 'sending')
  await mark('later', 'unknown')
  expect(await isSuperseded()).toBe(true)
  await mark('later', 'failed')
  expect(await isSuperseded()).toBe(false)
  await settleDone(library, 'later')
  expect(await isSuperseded()).toBe(true)
  expect(await library.isSuperseded({ environment, changeId: 'no such change' })).toBe(false)
})

test('a link is superseded by a later opposite one that is done, even if the clock was set back', async () => {
  open = await openTestLibrary('file')
  const { library } = open
  await library.addChange(change('own', 'linkMetric', ['a'], 5))
  await markChange(library, { environment, changeId: 'own', state: 'failed', error: null })
  await library.addChange(change('later', 'unlinkMetric', ['a'], 4))
  await settleDone(library, 'later')
  expect(await library.isSuperseded({ environment, changeId: 'own' })).toBe(true)
  await open.reopen()
  expect(await library.isSuperseded({ environment, changeId: 'own' })).toBe(true)
})
