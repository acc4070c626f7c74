// Windows replaces no file that is open, whoever opened it: Node's rename is MoveFileEx without POSIX semantics, and fails
// with EPERM. Here the rename fails in the same way.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unsentSuffix } from '../changes/unsent-log'
import { connect } from '../store/connection'
import { generateInsights } from '../testing/generated-insights'
import { insightQuery, openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'

vi.mock('node:fs', async (importActual) => {
  const actual = await importActual<typeof import('node:fs')>()
  const openFiles = '/proc/self/fd'
  const isOpen = (file: string) =>
    actual.readdirSync(openFiles).some((name) => {
      try {
        return actual.readlinkSync(`${openFiles}/${name}`) === file
      } catch {
        // The file descriptor of this very listing.
        return false
      }
    })
  const renameSync: typeof actual.renameSync = (from, to) => {
    if (isOpen(String(to))) throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
    actual.renameSync(from, to)
  }
  return { ...actual, renameSync }
})

const environment = 'sandbox'
let library: TestLibrary
let file: string
beforeEach(async () => {
  library = await openTestLibrary('file')
  file = library.file ?? ''
})
afterEach(() => library.remove())

const onLinux = test.runIf(process.platform === 'linux')

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
