// Windows renames and replaces no file that is open, whoever opened it: Node's rename is MoveFileEx without POSIX
// semantics, and SQLite doesn't share its files for that. Here the rename fails in the same way.
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { generateInsights, insightId } from '../testing/generated-insights'
import type { TestLibrary } from '../testing/opened-library'

/** Other test files of this process may use the same copy of the modules. */
const windows = vi.hoisted(() => ({ isImitated: false }))

vi.mock('node:fs', async (importActual) => {
  const actual = await importActual<typeof import('node:fs')>()
  const openFiles = '/proc/self/fd'
  const isOpen = (file: unknown) =>
    actual.readdirSync(openFiles).some((name) => {
      try {
        return actual.readlinkSync(`${openFiles}/${name}`) === file
      } catch {
        // The file descriptor of this very listing.
        return false
      }
    })
  const renameSync: typeof actual.renameSync = (from, to) => {
    if (windows.isImitated && (isOpen(from) || isOpen(to))) {
      throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
    }
    actual.renameSync(from, to)
  }
  return { ...actual, renameSync }
})
// A test file that ran before in this process may have loaded them with the real rename.
vi.resetModules()
const { connect } = await import('../store/connection')
const { unsentSuffix } = await import('../changes/unsent-log')
const { insightQuery, openTestLibrary, syncItems, workspace } = await import('../testing/opened-library')

const environment = 'sandbox'
let library: TestLibrary
let file: string
beforeEach(async () => {
  windows.isImitated = true
  library = await openTestLibrary('file')
  file = library.file ?? ''
})
afterEach(() => {
  windows.isImitated = false
  library.remove()
})

const onLinux = test.runIf(process.platform === 'linux')

onLinux('imitates Windows: a file that is open is not renamed', async () => {
  const { renameFile } = await import('../store/write-durably')
  const other = `${file}-other`
  writeFileSync(other, '')
  const open = openSync(other, 'r')
  expect(() => renameFile(other, `${file}-third`)).toThrow('EPERM')
  closeSync(open)
  renameFile(other, `${file}-third`)
})

onLinux('goes on saving when the log of unsent changes has to be rewritten', async () => {
  const long = 'x'.repeat(200_000)
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const values = { title: `${number}`, description: long }
    await library.library.saveDraft({ workspace, values, savedAt: '2025-06-01T11:00:00.000Z' })
  }
  expect((await library.library.readDraft({ workspace }))?.values.title).toBe('6')
  expect(statSync(file + unsentSuffix).size).toBeLessThan(1_200_000)
})

onLinux('replaces a library as soon as a query hits damage', async () => {
  const pageBytes = 4096
  await syncItems(library.library, generateInsights(300))
  const connection = connect({ file, key: library.key })
  const sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'insights_by_title_key'"
  const root = Number(connection.get(sql)?.rootpage)
  connection.close()
  await library.library.close({ environment })
  const bytes = readFileSync(file)
  bytes.fill(0x5a, pageBytes * (root - 1), pageBytes * root)
  writeFileSync(file, bytes)
  await library.reopen()
  await expect(library.library.queryInsights(insightQuery())).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
  expect(library.news).toMatchObject([{ opened: { state: 'rebuilt', reason: 'corrupt' } }])
})

onLinux('rebuilds a library whose fault shows only once it is open, with its history', async () => {
  await syncItems(library.library, generateInsights(3))
  const history = () => library.library.scoreHistory({ workspace, id: insightId(0) })
  const points = await history()
  expect(points).toHaveLength(1)
  expect(await library.reopen({ generation: 'another' })).toMatchObject({ state: 'rebuilt', reason: 'emptied' })
  expect(await history()).toEqual(points)
})

onLinux('has no file of a library open once it is closed', async () => {
  await syncItems(library.library, generateInsights(3))
  await library.library.queryInsights(insightQuery())
  const open = () =>
    readdirSync('/proc/self/fd').flatMap((name) => {
      try {
        const opened = readlinkSync(`/proc/self/fd/${name}`)
        return opened.startsWith(file) ? [opened] : []
      } catch {
        return []
      }
    })
  expect(open()).toContain(file)
  await library.library.close({ environment })
  expect(open()).toEqual([])
})
