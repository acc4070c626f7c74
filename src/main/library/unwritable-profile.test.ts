// A profile that cannot be written to, with the real library in its own process: the app goes on with the service's data,
// refuses what it cannot keep before it is called saved, and has everything again when it can write. A file system of its
// own, read-only or full, needs root on Linux; the other two obstacles work everywhere.
import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewChange } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import { systemClock } from '../clock'
import { buildLibraryProgram, type LibraryProgram } from '../testing/library-process'
import { createLibraryClient } from './library-client'
import { createLibraryFiles } from './library-files'
import { lockedOutNotices } from './locked-out-notice'
import { createLibraryOnDemand } from './on-demand'

const organisationId = '018f6a52-7c1e-7b30-9c55-1f0f2a3b4c5d'
const workspace: WorkspaceRef = { environment: 'staging', organisationId, workspaceId: organisationId }
const environment = 'staging'
const kept = { key: 'ab'.repeat(32), generation: 'first' }
const silent = { info: () => {}, defect: () => 'id' }

let program: LibraryProgram
beforeAll(async () => {
  program = await buildLibraryProgram()
})
afterAll(() => program.remove())

function start(profile: string) {
  const client = createLibraryClient({ fork: program.start, clock: systemClock, log: silent })
  const keys = { read: async () => kept, create: async () => kept }
  const { locate } = createLibraryFiles({ profile, keys, log: silent })
  const onDemand = createLibraryOnDemand({
    library: client.library,
    locate,
    isKnown: async () => true,
    onOpened: () => {},
    requireReviewOnOpen: async () => {},
  })
  const notices = () => lockedOutNotices({ state: () => 'available' }, onDemand.inMemoryReason)
  return { ...onDemand, notices, end: client.dispose }
}

const change = (changeId: string): NewChange => ({
  ...{ changeId, workspace, createdAt: '2025-06-01T10:00:00.000Z', kind: 'linkMetric', targetId: 'orders' },
  body: { outcomeIds: ['o'] },
})

const noted = { workspace, kind: 'insight', id: 'noted' } as const

interface Obstacle {
  readonly name: string
  readonly code: 'PROFILE_READ_ONLY' | 'DISK_FULL'
  /** false: not possible on this computer. */
  begin(profile: string): Promise<boolean>
  end(profile: string): Promise<void>
}

function tryMount(...options: string[]): boolean {
  try {
    execFileSync('mount', options, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const aside = (profile: string) => path.join(profile, 'library-aside')
const folder = (profile: string) => path.join(profile, 'library')

async function fill(disk: string): Promise<void> {
  try {
    for (let piece = 0; ; piece += 1) await writeFile(path.join(disk, `filler-${piece}`), Buffer.alloc(4096))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  }
}

const words = {
  PROFILE_READ_ONLY: /can’t write to its folder.*saved notes and decisions aren’t shown.*They’re kept/,
  DISK_FULL: /disk is full.*saved notes and decisions aren’t shown.*They’re kept/,
}

const obstacles: readonly Obstacle[] = [
  {
    name: 'on a file system that is read-only',
    code: 'PROFILE_READ_ONLY',
    async begin(profile) {
      if (!tryMount('--bind', profile, profile)) return false
      if (tryMount('-o', 'remount,bind,ro', profile)) return true
      execFileSync('umount', [profile])
      return false
    },
    end: async (profile) => void execFileSync('umount', ['--lazy', profile]),
  },
  {
    name: 'on a disk that is full',
    code: 'DISK_FULL',
    async begin(profile) {
      await cp(folder(profile), aside(profile), { recursive: true })
      if (!tryMount('-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder(profile))) return false
      await cp(aside(profile), folder(profile), { recursive: true })
      await fill(folder(profile))
      return true
    },
    // The former content shows again.
    end: async (profile) => void execFileSync('umount', ['--lazy', folder(profile)]),
  },
  {
    name: 'with something else in the place of its folder',
    code: 'PROFILE_READ_ONLY',
    async begin(profile) {
      await rename(folder(profile), aside(profile))
      await writeFile(folder(profile), '')
      return true
    },
    async end(profile) {
      await rm(folder(profile))
      await rename(aside(profile), folder(profile))
    },
  },
  {
    name: 'where the library cannot write beside its file',
    code: 'PROFILE_READ_ONLY',
    async begin(profile) {
      // No user can write a file over a folder, not even root.
      await mkdir(path.join(folder(profile), 'staging.db.run', 'in-the-way'), { recursive: true })
      return true
    },
    end: (profile) => rm(path.join(folder(profile), 'staging.db.run'), { recursive: true }),
  },
]

test.each(obstacles)(
  '$name: keeps reading, refuses changes at once, and has everything again afterwards',
  async ({ name, code, begin, end }) => {
    const profile = await mkdtemp(path.join(tmpdir(), 'unwritable-profile-'))
    try {
      const before = start(profile)
      await before.library.addChange(change('before'))
      await before.library.setNote({ ...noted, note: 'Written before' })
      await before.end()
      // It closes its files until it has ended.
      await program.crash()
      if (!(await begin(profile))) {
        // biome-ignore lint/suspicious/noConsole: whoever reads the run must see that this was not tested.
        console.warn(`NOT TESTED HERE: a profile ${name}, as nothing could be mounted. Two others stand in for it.`)
        return
      }
      const app = start(profile)
      let isInTheWay = true
      try {
        const { library } = app
        const { syncId } = await library.beginSync({ workspace, resource: 'knowledge', startedAt: '' })
        const bytes = new TextEncoder().encode(JSON.stringify({ data: [{ id: organisationId, title: 'Read on' }] }))
        await library.appendSync({ syncId, bytes })
        await library.commitSync({ syncId, validators: null })
        expect(await library.getKnowledge({ workspace, id: organisationId })).toMatchObject({ title: 'Read on' })
        const refusal = { code, message: expect.stringMatching(/Nothing was saved/) }
        await expect(library.addChange(change('during'))).rejects.toMatchObject(refusal)
        const draft = { workspace, values: { title: 'x' }, savedAt: '' }
        await expect(library.saveDraft(draft)).rejects.toMatchObject(refusal)
        const { note: began } = await library.getTriage(noted)
        const typed = { ...noted, began, note: 'Typed meanwhile' }
        await expect(library.setNote(typed)).rejects.toMatchObject(refusal)
        expect(app.notices()).toEqual([expect.stringMatching(words[code])])
        expect(await app.moveToDisk(true)).toEqual([])

        await end(profile)
        isInTheWay = false
        expect(await app.moveToDisk(true)).toEqual([environment])
        expect(app.notices()).toEqual([])
        await library.addChange(change('after'))
        const ids = (await library.pendingChanges({ environment })).map(({ changeId }) => changeId)
        expect(ids).toEqual(['before', 'after'])
        await library.setNote(typed)
        expect(await library.getTriage(noted)).toMatchObject({ note: 'Written before\n\nTyped meanwhile' })
      } finally {
        await app.end()
        if (isInTheWay) await end(profile)
      }
    } finally {
      await rm(profile, { recursive: true, force: true })
    }
  },
)
