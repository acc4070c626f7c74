// The topic map in the real process of the library, which computes it on a thread of its own.
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../clock'
import { buildLibraryProgram, type LibraryProgram } from '../testing/library-process'
import { createLibraryClient } from './library-client'

const organisationId = '11111111-1111-4111-8111-111111111111'
const workspaceId = '22222222-2222-4222-8222-222222222222'
const workspace = { environment: 'staging', organisationId, workspaceId } as const
const madeAt = '2026-02-01T10:00:00.000Z'

/** An insight near one of two directions. */
const insight = (number: number) => ({
  id: `00000001-0000-4000-8000-${String(number).padStart(12, '0')}`,
  type: 'Bug',
  title: `${number % 2 === 0 ? 'Battery in winter' : 'Invoice by mail'} ${number}`,
  description: 'As said.',
  seen: false,
  hideContent: false,
  topicEmbeddings: Array.from(
    { length: 48 },
    (_, at) => Math.sin(((number % 2) + 1) * at) + 0.01 * ((number * at) % 7),
  ),
  opportunities: [],
  solutions: [],
  outcomes: [],
  feedback: [],
  strength: 0,
  createdAt: madeAt,
  updatedAt: madeAt,
})

let program: LibraryProgram
beforeAll(async () => {
  program = await buildLibraryProgram()
})
afterAll(() => program.remove())

test('draws the topic map on a thread, and keeps it when the process crashes during the next drawing', async () => {
  const lines: string[] = []
  const file = path.join(program.folder, 'profile', 'staging.db')
  const { library, dispose } = createLibraryClient({
    fork: program.start,
    clock: systemClock,
    log: { info: (line) => void lines.push(line), defect: (where) => where },
  })
  await library.open({ environment: 'staging', file, key: 'ab'.repeat(32), generation: 'first' })
  const { syncId } = await library.beginSync({ workspace, resource: 'insights', startedAt: madeAt })
  const data = Array.from({ length: 60 }, (_, number) => insight(number))
  await library.appendSync({ syncId, bytes: Buffer.from(JSON.stringify({ data })) })
  await library.commitSync({ syncId, validators: null })

  const state = () => library.topicMapState({ workspace })
  await library.drawTopicMap({ workspace, what: 'all', madeAt })
  await expect.poll(state).toMatchObject({ progress: null, hasFailed: false })
  const { map } = await state()
  expect(map).toMatchObject({ madeAt, points: 60 })
  const points = await library.topicMapPoints({ workspace, mapId: map?.id ?? '' })
  expect(points?.clusters.map(({ words }) => words.toSorted())).toEqual(
    expect.arrayContaining([
      ['battery', 'winter'],
      ['invoice', 'mail'],
    ]),
  )
  expect(lines).toEqual([])

  await library.drawTopicMap({ workspace, what: 'all', madeAt: '2026-03-01T10:00:00.000Z' })
  await program.crash()
  await expect.poll(state).toMatchObject({ map, progress: null, hasFailed: false })
  await dispose()
  await rm(path.dirname(file), { recursive: true })
})
