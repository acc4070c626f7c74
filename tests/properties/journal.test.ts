// A change tampered with on disk is never sent: tests its signature, and the real library over damaged files.
import { randomBytes, randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { AppError } from '../../src/contract/errors'
import type { JournalEntry } from '../../src/contract/library'
import type { WorkspaceRef } from '../../src/contract/workspace'
import { createJournalMac } from '../../src/library/changes/journal-mac'
import { addConfirmed } from '../../src/library/testing/moved-changes'
import { systemClock } from '../../src/main/clock'
import { crashWindowMs, createLibraryClient, type LibraryClient } from '../../src/main/library/library-client'
import { buildLibraryProgram, type LibraryProgram } from '../../src/main/testing/library-process'
import { holds, roughText } from './holds'

describe('a signature', () => {
  const text = roughText(3)
  const fields = fc.record({
    ...{ changeId: text, organisationId: text, workspaceId: text, kind: text, targetId: text, body: text },
    ...{ createdAt: text, state: text, needsReview: fc.boolean() },
  })
  const mac = createJournalMac('ab'.repeat(32))

  holds(
    'matches the fields that it was made for, and no others',
    [fields, fields, fc.subarray(['changeId', 'kind', 'body', 'state', 'needsReview'] as const, { minLength: 1 })],
    (one, other, names) => {
      const signature = mac.sign(one)
      expect(mac.verify({ ...one }, signature)).toBe(true)
      const tampered = { ...one, ...Object.fromEntries(names.map((name) => [name, other[name]])) }
      expect(mac.verify(tampered, signature)).toBe(names.every((name) => one[name] === other[name]))
    },
  )

  holds('does not match once text has moved from one field to the next', [fields, fc.nat()], (one, at) => {
    const all = one.kind + one.targetId
    const place = at % (all.length + 1)
    const moved = { ...one, kind: all.slice(0, place), targetId: all.slice(place) }
    expect(mac.verify(moved, mac.sign(one))).toBe(moved.kind === one.kind)
  })

  holds(
    'does not match once a bit is flipped, bytes are cut off, or the key differs',
    [fields, fc.nat({ max: 255 }), fc.nat({ max: 40 })],
    (one, bit, length) => {
      const signature = mac.sign(one)
      const flipped = Buffer.from(signature)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(mac.verify(one, flipped)).toBe(false)
      expect(mac.verify(one, signature.subarray(0, length))).toBe(length >= 32)
      expect(createJournalMac('cd'.repeat(32)).verify(one, signature)).toBe(false)
    },
  )
})

describe('a library with a damaged byte', () => {
  const environment = 'staging'
  const workspace: WorkspaceRef = { environment, organisationId: randomUUID(), workspaceId: randomUUID() }
  const whole = 'whole'
  const target = { environment, key: randomBytes(32).toString('hex'), generation: randomUUID() } as const
  let program: LibraryProgram
  let files: readonly string[]
  let made: readonly JournalEntry[]
  const folderOf = (name: string) => path.join(program.folder, name)
  const fileIn = (name: string) => path.join(folderOf(name), 'staging.db')
  /** Advances with each case: the client gives up a process that ends three times in a minute. */
  let nowMs = 0
  const open = () =>
    createLibraryClient({
      ...{ fork: program.start, clock: { ...systemClock, monotonicMs: () => nowMs } },
      log: { info: () => undefined, defect: () => 'id' },
    })
  /** Reads the files of many cases, until some bytes end the process. */
  let reader: LibraryClient | null = null

  beforeAll(async () => {
    program = await buildLibraryProgram()
    const { library, dispose } = open()
    await library.open({ ...target, file: fileIn('made') })
    for (let number = 0; number < 8; number += 1) {
      const id = randomUUID()
      const body = {
        id,
        type: 'Bug' as const,
        title: `T${number}`,
        description: 'Typed.'.repeat(100),
        organisationId: workspace.organisationId,
        workspaceId: workspace.workspaceId,
      }
      const change = {
        changeId: `c${number}`,
        workspace,
        kind: 'createInsight',
        targetId: id,
        body,
        createdAt: '2025-06-01T10:00:00.000Z',
      } as const
      // The other half still needs review, and must not lose that.
      await (number % 2 === 0 ? addConfirmed(library, change) : library.addChange(change))
    }
    made = await library.pendingChanges({ environment })
    // As after a crash: with the log that has not been written back, and the mark of a run.
    await cp(folderOf('made'), folderOf(whole), { recursive: true })
    await dispose()
    files = await readdir(folderOf(whole))
  })
  afterAll(async () => {
    await reader?.dispose()
    await program.remove()
  })

  const whatIsSent = ({ changeId, kind, targetId, body, state, createdAt }: JournalEntry) =>
    JSON.stringify([changeId, kind, targetId, body, state, createdAt])

  holds(
    'never hands out a tampered change or one whose review was lost, and fails only with an AppError',
    [fc.nat(), fc.nat(), fc.nat({ max: 7 }), fc.boolean()],
    async (which, where, bit, isByte) => {
      const name = randomUUID()
      await mkdir(folderOf(name))
      await cp(folderOf(whole), folderOf(name), { recursive: true })
      const damaged = path.join(folderOf(name), files[which % files.length] ?? '')
      const bytes = await readFile(damaged)
      if (bytes.length > 0) {
        const at = where % bytes.length
        bytes[at] = isByte ? 0xff - (bytes[at] ?? 0) : (bytes[at] ?? 0) ^ (1 << bit)
      }
      await writeFile(damaged, bytes)
      nowMs += crashWindowMs
      reader ??= open()
      const { library } = reader
      try {
        await library.open({ ...target, file: fileIn(name), hadFile: true })
        const changes = await library.pendingChanges({ environment })
        const before = new Map(made.map((change) => [whatIsSent(change), change]))
        for (const change of changes) {
          const known = before.get(whatIsSent(change))
          expect(known?.workspace).toEqual(change.workspace)
          expect(change.needsReview || known?.needsReview === false).toBe(true)
        }
        await library.close({ environment })
      } catch (error) {
        // The error is in words, and the next start of the process works like this one.
        await reader.dispose()
        reader = null
        expect(error).toBeInstanceOf(AppError)
      } finally {
        await rm(folderOf(name), { recursive: true, force: true })
      }
    },
    // Another process opens a file, and some bytes end it or cause a rebuild.
    { costs: 25, msEach: 55 },
  )
})
