// A library whose file was moved or deleted is not taken for one that was never there.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OpenedLibrary } from '../../contract/library'
import { newChange, openTestLibrary, type TestLibrary, workspace } from '../testing/opened-library'

const environment = 'sandbox'

let test: TestLibrary
let file: string
beforeEach(async () => {
  test = await openTestLibrary('file')
  file = test.file ?? ''
  await test.library.addChange(newChange(1))
  await test.library.saveDraft({ workspace, values: { title: 'A draft' }, savedAt: '2025-06-01T11:00:00.000Z' })
  await test.library.close({ environment })
})
afterEach(() => test.remove())

const gone = (told: Pick<OpenedLibrary, 'recoveredChanges' | 'mayHaveLostChanges'>) =>
  ({ state: 'rebuilt', reason: 'missing', mayHaveLostNotes: true, ...told }) as const

it('reports a missing folder, and that unsent changes may be lost', async () => {
  rmSync(dirname(file), { recursive: true })
  expect(await test.reopen({ hadFile: true })).toEqual(gone({ recoveredChanges: 0, mayHaveLostChanges: true }))
  expect(await test.library.pendingChanges({ environment })).toEqual([])
  expect(await test.library.readDraft({ workspace })).toBeNull()
  expect(await test.reopen({ hadFile: true })).toMatchObject({ state: 'opened', reason: null })
})

it('keeps a log of unsent changes that this key cannot read, when the file is gone', async () => {
  rmSync(file)
  writeFileSync(`${file}.unsent`, 'encrypted with another key\n')
  expect(await test.reopen()).toEqual(gone({ recoveredChanges: 0, mayHaveLostChanges: true }))
  const kept = readdirSync(dirname(file)).filter((name) => /\.unusable-\d+\.unsent$/.test(name))
  expect(kept.map((name) => readFileSync(join(dirname(file), name), 'utf8'))).toEqual(['encrypted with another key\n'])
})

it('reports nothing as missing on the first start, even after an interrupted one', async () => {
  rmSync(dirname(file), { recursive: true })
  expect(await test.reopen()).toMatchObject({ state: 'created', reason: null, mayHaveLostChanges: false })
  await test.library.close({ environment })
  rmSync(dirname(file), { recursive: true })
  mkdirSync(dirname(file))
  // A process that ended before it had made the file.
  writeFileSync(`${file}.run`, 'creating')
  expect(await test.reopen({ hadFile: true })).toMatchObject({ state: 'created', reason: null })
})
