import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { OpenLibrary } from '../../contract/library'
import { settle } from '../testing/manual-clock'
import { createTestLibrary } from '../testing/test-library'
import { inMemory } from './library-files'
import { lockedOutNotices } from './locked-out-notice'
import { createLibraryOnDemand } from './on-demand'

const workspace = { environment: 'staging', organisationId: 'o', workspaceId: 'w' } as const

function setUp({ isKnown = true } = {}) {
  const steps: string[] = []
  const memory = createTestLibrary()
  const input: OpenLibrary = { environment: 'staging', file: '/p/staging.db', key: 'k', generation: 'g' }
  const onDemand = createLibraryOnDemand({
    library: {
      ...memory,
      async open({ environment }) {
        steps.push(`open ${environment}`)
        return { state: 'opened', reason: null, recoveredChanges: 0, mayHaveLostChanges: false }
      },
      async close({ environment }) {
        steps.push(`close ${environment}`)
        return null
      },
    },
    locate: async (environment) => ({ input: { ...input, environment }, inMemoryReason: null, isKeyNew: false }),
    isKnown: async () => isKnown,
    onOpened: () => {},
    requireReviewOnOpen: async () => {},
  })
  return { ...onDemand, steps }
}

test('opens an environment once, at the first call that names it', async () => {
  const { library, steps, modeOf } = setUp()
  expect(modeOf('staging')).toBe('closed')
  await Promise.all([library.readDraft({ workspace }), library.pendingChanges({ environment: 'staging' })])
  expect(steps).toEqual(['open staging'])
  expect(modeOf('staging')).toBe('encrypted')
})

test('does not open an unknown environment', async () => {
  const { library, steps } = setUp({ isKnown: false })
  await expect(library.measure({ environment: 'staging' })).rejects.toMatchObject({ code: 'WORKSPACE_UNKNOWN' })
  expect(steps).toEqual([])
})

test('reopens the library for waiting calls once the whileClosed work has finished', async () => {
  const { library, steps, whileClosed, modeOf } = setUp()
  await library.readDraft({ workspace })
  let finish = () => {}
  const work = new Promise<void>((resolve) => {
    finish = resolve
  })
  const closed = whileClosed('staging', async () => {
    steps.push('work')
    await work
    steps.push('end of work')
  })
  const asked = library.readDraft({ workspace })
  await settle()
  expect(steps).toEqual(['open staging', 'close staging', 'work'])
  expect(modeOf('staging')).toBe('closed')
  finish()
  await closed
  await asked
  expect(steps.slice(3)).toEqual(['end of work', 'open staging'])
})

test('stays usable after whileClosed work fails, and rejects only its caller', async () => {
  const { library, whileClosed } = setUp()
  await expect(whileClosed('staging', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await library.readDraft({ workspace })).toBeNull()
})

test('closes the library only after a pending open has finished', async () => {
  const { library, steps, whileClosed } = setUp()
  const asked = library.readDraft({ workspace })
  await whileClosed('staging', async () => {
    steps.push('work')
  })
  await asked
  expect(steps.slice(0, 3)).toEqual(['open staging', 'close staging', 'work'])
})

test.each(['DISK_FULL', 'PROFILE_READ_ONLY'] as const)(
  'falls back to memory when %s prevents opening: answers reads, and refuses to save the person’s input',
  async (code) => {
    const memory = createTestLibrary()
    const opened: (string | null)[] = []
    const input: OpenLibrary = { environment: 'staging', file: '/p/staging.db', key: 'k', generation: 'g' }
    const { library, modeOf, inMemoryReason } = createLibraryOnDemand({
      library: {
        ...memory,
        async open(wanted) {
          opened.push(wanted.file)
          if (wanted.file !== null) throw new AppError(code, 'No room.')
          return memory.open(wanted)
        },
      },
      locate: async () => ({ input, inMemoryReason: null, isKeyNew: false }),
      isKnown: async () => true,
      onOpened: () => {},
      requireReviewOnOpen: async () => {},
    })
    expect(await library.pendingChanges({ environment: 'staging' })).toEqual([])
    expect(opened).toEqual(['/p/staging.db', null])
    expect(modeOf('staging')).toBe('memory')
    expect(inMemoryReason('staging')).toBe(code)
    const kept = library.saveDraft({ workspace, values: { title: 'x' }, savedAt: '' })
    await expect(kept).rejects.toMatchObject({ code, message: expect.stringContaining('Nothing was saved') })
    expect(await library.readDraft({ workspace })).toBeNull()
    expect(lockedOutNotices({ state: () => 'available' }, inMemoryReason)).toEqual([
      expect.stringMatching(/Nothing can be changed or saved in Staging/),
    ])
  },
)

test('moves to disk after in-flight calls, delays calls meanwhile, and stays in memory on failure', async () => {
  const steps: string[] = []
  let isOpen = false
  let fails = true
  const memory = createTestLibrary()
  let answer = () => {}
  const input: OpenLibrary = { environment: 'staging', file: '/p/staging.db', key: 'k', generation: 'g' }
  const { library, moveToDisk, modeOf } = createLibraryOnDemand({
    library: {
      ...memory,
      async open(wanted) {
        steps.push(`open ${wanted.file}`)
        if (wanted.file !== null && fails) throw new AppError('DISK_FULL', 'No room.')
        // Nothing of this test is on a disk.
        return memory.open({ ...wanted, file: null, key: null })
      },
      async addChange() {
        steps.push('add')
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        steps.push('added')
        return null
      },
      async pendingChanges() {
        steps.push('asked')
        return []
      },
    },
    locate: async () =>
      isOpen ? { input, inMemoryReason: null, isKeyNew: false } : inMemory('staging', 'KEYCHAIN_LOCKED'),
    isKnown: async () => true,
    onOpened: () => {},
    requireReviewOnOpen: async () => {},
  })
  const change = { changeId: 'c', workspace, createdAt: '', kind: 'deleteOutcome', targetId: 'o', body: null } as const
  const added = library.addChange(change)
  await settle()
  isOpen = true
  const failed = moveToDisk(true)
  await settle()
  expect(steps).toEqual(['open null', 'add'])
  answer()
  expect(await failed).toEqual([])
  await added
  expect(modeOf('staging')).toBe('memory')

  fails = false
  steps.length = 0
  const again = library.addChange(change)
  await settle()
  const moved = moveToDisk(true)
  await settle()
  const asked = library.pendingChanges({ environment: 'staging' })
  await settle()
  answer()
  expect(await moved).toEqual(['staging'])
  await Promise.all([asked, again])
  expect(steps).toEqual(['add', 'added', 'open /p/staging.db', 'asked'])
  expect(modeOf('staging')).toBe('encrypted')
})
