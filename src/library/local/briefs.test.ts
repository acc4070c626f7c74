// A person's texts in a brief, in memory and in the file, and through all that happens to a library.
import { writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import type { BriefEdit, BriefFigures } from '../../contract/features/briefs'
import { openTestLibrary, type TestLibrary, workspace } from '../testing/opened-library'

let test: TestLibrary
afterEach(() => test.remove())

const subject = { kind: 'opportunity', id: 'range' } as const
const figures: BriefFigures = {
  ...{ insights: 3, unseen: 1, unscored: 0, unproven: 1, hidden: 0, strongest: 0.8, feedback: 5, sentiment: -0.4 },
  ...{
    positive: 1,
    neutral: 1,
    negative: 3,
    otherSentiments: [],
    sources: [{ source: 'Survey', count: 5 }],
    recent: 2,
  },
  ...{ oldest: '2025-01-01T00:00:00.000Z', newest: '2025-05-01T00:00:00.000Z' },
}
const edit = (reason: string): BriefEdit => ({ claim: 'Riders want range', reason, quotes: ['a', 'b'] })
const keep = (reason: string, keptAt = '2025-06-01T00:00:00.000Z') =>
  test.library.keepBrief({ workspace, subject, edit: edit(reason), figures, keptAt })
const kept = () => test.library.keptBrief({ workspace, subject })

describe.each(['memory', 'file'] as const)('briefs in a library (%s)', (kind) => {
  it('keeps the latest edit with the figures of that time, per record and workspace', async () => {
    test = await openTestLibrary(kind)
    expect(await kept()).toBeNull()
    await keep('first')
    await keep('second', '2025-06-02T00:00:00.000Z')
    expect(await kept()).toEqual({ edit: edit('second'), figures, keptAt: '2025-06-02T00:00:00.000Z' })
    expect(await test.library.keptBrief({ workspace, subject: { kind: 'solution', id: 'range' } })).toBeNull()
    const elsewhere = { ...workspace, workspaceId: 'another' }
    expect(await test.library.keptBrief({ workspace: elsewhere, subject })).toBeNull()
  })

  it('identifies the brief of a selection by its IDs, in any order, and their kind', async () => {
    test = await openTestLibrary(kind)
    const keptOf = (ids: readonly string[], of?: 'insight' | 'solution') =>
      test.library.keptBrief({ workspace, subject: { kind: 'selection', ids: [...ids], ...(of && { of }) } })
    const selection = { kind: 'selection' as const, ids: ['b', 'a', 'c'] }
    await test.library.keepBrief({ workspace, subject: selection, edit: edit('three'), figures, keptAt: 'then' })
    expect(await keptOf(['c', 'b', 'a', 'a'])).toMatchObject({ edit: edit('three'), figures })
    expect(await keptOf(['a', 'b', 'c'], 'insight')).toMatchObject({ edit: edit('three') })
    expect(await keptOf(['a', 'b'])).toBeNull()
    expect(await keptOf(['a', 'b', 'c'], 'solution')).toBeNull()
    expect(await keptOf(['a,b', 'c'])).toBeNull()
  })
})

describe('briefs in a file', () => {
  const environment = 'sandbox'

  it('survive the rebuild of a damaged library', async () => {
    test = await openTestLibrary('file')
    await keep('kept')
    await test.library.close({ environment })
    writeFileSync(`${test.file}.run`, 'checking 2')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt' })
    expect(await kept()).toMatchObject({ edit: edit('kept'), figures })
  })

  it('merge with those written in memory while the file could not be opened, and lose nothing', async () => {
    test = await openTestLibrary('file')
    await keep('in the file')
    await test.library.close({ environment })
    await test.library.open({ environment, file: null, key: null, generation: 'memory' })
    await keep('in memory', '2025-06-02T00:00:00.000Z')
    await test.reopen()
    const keptAt = '2025-06-02T00:00:00.000Z'
    expect(await kept()).toEqual({ edit: edit('in the file\n\nin memory'), figures, keptAt })
  })

  const unedited: BriefEdit = { claim: null, reason: null, quotes: null }
  const type = (began: BriefEdit, changes: Partial<BriefEdit>) =>
    test.library.keepBrief({
      ...{ workspace, subject, figures, keptAt: '2025-06-03T00:00:00.000Z' },
      ...{ began, edit: { ...began, ...changes } },
    })

  it('keep stored text that was not shown when other text is typed, and untouched fields', async () => {
    test = await openTestLibrary('file')
    await keep('in the file')
    await type(unedited, { claim: 'Range' })
    const claim = 'Riders want range\n\nRange'
    expect((await kept())?.edit).toEqual({ ...edit('in the file'), claim })
    await type({ ...unedited, claim: 'Range' }, { reason: 'typed', quotes: ['c'] })
    expect((await kept())?.edit).toEqual({ claim, reason: 'in the file\n\ntyped', quotes: ['c'] })
    // Copied as it is shown.
    await type(unedited, {})
    expect((await kept())?.edit).toEqual({ claim, reason: 'in the file\n\ntyped', quotes: ['c'] })
  })

  it('drop text that was undone before its save was answered', async () => {
    test = await openTestLibrary('file')
    const old = { ...unedited, claim: 'Old', quotes: ['a'] }
    await test.library.keepBrief({ workspace, subject, figures, keptAt: '2025-06-03T00:00:00.000Z', edit: old })
    // This save arrived, and its answer was lost.
    const sent = [{ ...unedited, claim: 'Older', quotes: ['a', 'b'] }]
    await type(old, { claim: 'Older', quotes: ['a', 'b'] })
    const again = { workspace, subject, figures, keptAt: '2025-06-04T00:00:00.000Z', began: old, sent }
    await test.library.keepBrief({ ...again, edit: old })
    expect((await kept())?.edit).toEqual(old)
    // The same where the save was joined to a text that nobody saw.
    await test.library.keepBrief({ ...again, began: undefined, edit: { ...old, claim: 'Unseen\n\nOlder' } })
    await test.library.keepBrief({ ...again, edit: old })
    expect((await kept())?.edit).toEqual({ ...old, claim: 'Unseen\n\nOld' })
  })

  it('are replaced by the typed text when the stored text was shown', async () => {
    test = await openTestLibrary('file')
    await keep('in the file')
    await type(edit('in the file'), { claim: 'Range', quotes: [] })
    await type({ ...edit('in the file'), claim: 'Range', quotes: [] }, { reason: '' })
    expect((await kept())?.edit).toEqual({ claim: 'Range', reason: '', quotes: [] })
    await type({ claim: 'Range', reason: '', quotes: [] }, unedited)
    expect((await kept())?.edit).toEqual(unedited)
  })

  it('merge with a different claim written in memory', async () => {
    test = await openTestLibrary('file')
    await keep('in the file')
    await test.library.close({ environment })
    await test.library.open({ environment, file: null, key: null, generation: 'memory' })
    await type(unedited, { claim: 'Range' })
    await test.reopen()
    expect((await kept())?.edit).toEqual({ ...edit('in the file'), claim: 'Riders want range\n\nRange' })
  })

  it('keep the text in the file when the brief in memory is unedited', async () => {
    test = await openTestLibrary('file')
    await keep('in the file')
    await test.library.close({ environment })
    await test.library.open({ environment, file: null, key: null, generation: 'memory' })
    const untouched = { claim: null, reason: null, quotes: null }
    await test.library.keepBrief({ workspace, subject, edit: untouched, figures, keptAt: '2025-06-02T00:00:00.000Z' })
    await test.reopen()
    expect((await kept())?.edit).toEqual(edit('in the file'))
  })
})
