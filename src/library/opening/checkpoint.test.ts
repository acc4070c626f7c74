// The write-ahead log of a sync is moved into the file beside all other work. The size of the file says when: it grows only
// then.
import { statSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { generateInsights, insightId } from '../testing/generated-insights'
import { insightQuery, openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { watchStatements } from '../testing/watched-statements'

let test: TestLibrary
let takeStatements: ReturnType<typeof watchStatements>
beforeEach(async () => {
  takeStatements = watchStatements()
  test = await openTestLibrary('file')
})
afterEach(() => {
  test.remove()
  vi.restoreAllMocks()
})

const insights = 700
/** The log after which SQLite moves it by itself. */
const largeLog = 1_000 * 4_096
const sizeOf = (suffix = '') => statSync(`${test.file}${suffix}`).size
const total = async () => (await test.library.queryInsights(insightQuery())).total
const moved = (before: number) =>
  vi.waitFor(() => expect(sizeOf()).toBeGreaterThan(before), { timeout: 20_000, interval: 1 })

it('moves the log of a sync neither in the short writes after it nor on a connection that answers', async () => {
  await syncItems(test.library, generateInsights(insights))
  const before = sizeOf()
  expect(sizeOf('-wal')).toBeGreaterThan(largeLog)
  takeStatements()
  await test.library.setNote({ workspace, kind: 'insight', id: insightId(1), note: 'Call back' })
  expect(sizeOf()).toBe(before)

  await moved(before)
  expect(await total()).toBe(insights)
  expect(takeStatements().filter(({ sql }) => sql.includes('wal_checkpoint'))).toEqual([])
})

it('closes while the log is being moved, and has everything when it is opened again', async () => {
  await syncItems(test.library, generateInsights(insights))
  await moved(sizeOf())
  await test.library.close({ environment: 'sandbox' })
  expect((await test.reopen({ hadFile: true })).state).toBe('opened')
  expect(await total()).toBe(insights)
})
