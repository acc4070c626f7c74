// One bit of a text is damaged in a closed file, and the driver aborts the process at the first question about it: with
// the real library in its own process, which has to come back with another file and not end again and again.
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenedLibrary } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import { addConfirmed } from '../../library/testing/moved-changes'
import { systemClock } from '../clock'
import { buildLibraryProgram, type LibraryProgram } from '../testing/library-process'
import { createLibraryClient } from './library-client'

const environment = 'staging'
const workspace: WorkspaceRef = { environment, organisationId: randomUUID(), workspaceId: randomUUID() }
const createdAt = '2025-06-01T10:00:00.000Z'
const id = randomUUID()
/** Most pages of the file hold its text. */
const insight = {
  ...{ id, type: 'Bug', title: 'Long', description: 'x'.repeat(3_000_000), createdAt, updatedAt: createdAt },
  ...{ seen: false, hideContent: false, strength: 0 },
}
const pageBytes = 4096
/** With a random key, a damaged block began with a NUL once in some hundred runs. The driver ends a text there. */
const key = '5e'.repeat(32)

let program: LibraryProgram
beforeAll(async () => {
  program = await buildLibraryProgram()
})
afterAll(() => program.remove())

function start() {
  const ends: string[] = []
  const reopened: OpenedLibrary[] = []
  const client = createLibraryClient({
    fork: program.start,
    clock: systemClock,
    log: { info: (line) => line.includes('ended with code') && ends.push(line), defect: () => 'id' },
    onReopened: (_, opened) => reopened.push(opened),
  })
  return { ...client, ends, reopened }
}

test('damaged text crashes the process once, then the library is rebuilt with its unsent changes', async () => {
  const file = path.join(program.folder, randomUUID(), 'staging.db')
  const input = { environment, file, key, generation: randomUUID() } as const
  const first = start()
  await first.library.open(input)
  const { syncId } = await first.library.beginSync({ workspace, resource: 'insights', startedAt: createdAt })
  await first.library.appendSync({ syncId, bytes: new TextEncoder().encode(JSON.stringify({ data: [insight] })) })
  await first.library.commitSync({ syncId, validators: null })
  const link = { kind: 'linkMetric', targetId: 'orders', body: { outcomeIds: ['o'] } } as const
  await addConfirmed(first.library, { ...link, changeId: 'waits', workspace, createdAt })
  expect((await first.library.getInsight({ workspace, id })).title).toBe('Long')
  // `dispose` kills a process that takes over three seconds to close. Its pages would be whole in the write-ahead log.
  await first.library.close({ environment })
  await first.dispose()

  const bytes = readFileSync(file)
  for (const part of [0.4, 0.5, 0.6]) {
    const at = Math.floor((bytes.length / pageBytes) * part) * pageBytes + 2_000
    bytes[at] = (bytes[at] ?? 0) ^ 0x10
  }
  writeFileSync(file, bytes)

  const second = start()
  expect(await second.library.open({ ...input, hadFile: true })).toMatchObject({ state: 'opened' })
  await expect(second.library.getInsight({ workspace, id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(second.ends).toHaveLength(1)
  const kept = { recoveredChanges: 1, mayHaveLostChanges: false }
  expect(second.reopened).toEqual([{ state: 'rebuilt', reason: 'corrupt', ...kept }])
  expect(second.isStopped()).toBe(false)
  expect(await second.library.pendingChanges({ environment })).toMatchObject([{ changeId: 'waits', needsReview: true }])
  await second.dispose()
})
