// A large list is taken in for tens of seconds, and what the person writes meanwhile waits behind it. When the library is
// closed, or the sync is aborted, the list stops and what waits is written.
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateInsights, insightId } from '../testing/generated-insights'
import {
  insightQuery,
  newChange,
  openTestLibrary,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { expectWholeFile } from '../testing/whole-file'

const small = generateInsights(20)
/** Some twenty groups. */
const large = generateInsights(800)

let test: TestLibrary
beforeEach(async () => {
  test = await openTestLibrary('file')
  await syncItems(test.library, small)
})
afterEach(() => test.remove())

/** Ids of the insights that the service sent, without pending creations. */
async function ids() {
  const { rows } = await test.library.queryInsights(insightQuery())
  return rows.flatMap(({ id, pending }) => (pending === null ? [id] : [])).sort()
}
const idsOfSmall = small.map(({ id }) => id).sort()
const noteOf = async (id: string) => (await test.library.getTriage({ workspace, kind: 'insight', id })).note
const write = (id: string, note: string) => test.library.setNote({ workspace, kind: 'insight', id, note })

async function append(): Promise<string> {
  const startedAt = '2025-06-02T10:00:00.000Z'
  const { syncId } = await test.library.beginSync({ workspace, resource: 'insights', startedAt })
  await test.library.appendSync({ syncId, bytes: Buffer.from(JSON.stringify({ data: large })) })
  return syncId
}

const commit = (syncId: string) => test.library.commitSync({ syncId, validators: null })

/** Begins a commit and waits until some groups are written, which nobody sees yet. */
async function beginCommit() {
  const syncId = await append()
  const committed = commit(syncId)
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  expect(await ids()).toEqual(idsOfSmall)
  return { syncId, committed }
}

const incoming = () => readdirSync(dirname(test.file ?? '')).filter((name) => name.includes('.incoming-'))

function expectWhole(): void {
  expectWholeFile({ file: test.file, key: test.key })
  expect(incoming()).toEqual([])
}

const stopped = { code: 'LIBRARY_UNAVAILABLE' }

describe('a large list being stored', () => {
  it('stops when its library is closed, and what the person wrote meanwhile is saved', async () => {
    const { committed } = await beginCommit()
    const written = [write(insightId(1), 'typed'), test.library.addChange(newChange(1))]
    const closed = test.library.close({ environment: 'sandbox' })
    await expect(committed).rejects.toMatchObject(stopped)
    await Promise.all(written)
    await closed
    expectWhole()

    expect(await test.reopen()).toMatchObject({ state: 'opened' })
    expect(await noteOf(insightId(1))).toBe('typed')
    expect(await test.library.pendingChanges({ environment: 'sandbox' })).toHaveLength(1)
    expect(await ids()).toEqual(idsOfSmall)
    expect(await syncItems(test.library, large)).toMatchObject({ added: 780, unchanged: 20 })
    expect(await noteOf(insightId(1))).toBe('typed')
    expect(test.lines).toEqual([])
  })

  it('leaves none of its bytes on disk when the process ends, however many have arrived', async () => {
    const startedAt = '2025-06-02T10:00:00.000Z'
    const { syncId } = await test.library.beginSync({ workspace, resource: 'insights', startedAt })
    // More than is kept in memory.
    for (let megabyte = 0; megabyte < 66; megabyte += 1)
      await test.library.appendSync({ syncId, bytes: Buffer.alloc(1024 * 1024) })
    expect(incoming()).toHaveLength(1)
    test.library.closeAllNow()
    expect(incoming()).toEqual([])
  })

  it('stops when its sync is aborted', async () => {
    const { syncId, committed } = await beginCommit()
    const written = write(insightId(1), 'typed')
    let hasEnded = false
    const ended = expect(committed.finally(() => (hasEnded = true))).rejects.toMatchObject(stopped)
    await test.library.abortSync({ syncId })
    // At the next pause: over ten groups are left.
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(hasEnded).toBe(true)
    await ended
    await written
    expect(await ids()).toEqual(idsOfSmall)
    expect(await noteOf(insightId(1))).toBe('typed')
    expect(await syncItems(test.library, large)).toMatchObject({ added: 780, unchanged: 20 })
    await test.library.close({ environment: 'sandbox' })
    expectWhole()
  })

  it('stops when its sync is aborted after its last item was written and before the commit', async () => {
    test.remove()
    let abort = () => {}
    // Called when the report is written, at the end.
    test = await openTestLibrary('file', () => {
      abort()
      return new Date()
    })
    await syncItems(test.library, small)
    const syncId = await append()
    abort = () => void test.library.abortSync({ syncId })
    await expect(commit(syncId)).rejects.toMatchObject(stopped)
    expect(await ids()).toEqual(idsOfSmall)
  })

  it('does not start in memory when its sync is aborted while it waits', async () => {
    test.remove()
    test = await openTestLibrary('memory')
    const [first, second] = [await append(), await append()]
    const committed = [commit(first), commit(second)]
    await test.library.abortSync({ syncId: second })
    await expect(committed[0]).resolves.toMatchObject({ added: large.length })
    await expect(committed[1]).rejects.toMatchObject(stopped)
  })
})
