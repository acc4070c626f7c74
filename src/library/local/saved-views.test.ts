// Saved views, in memory and in the file, and through all that happens to a library.
import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { InsightFilter } from '../../contract/features/insights'
import { defaultViews, mostSavedViews, SavedView } from '../../contract/features/saved-views'
import { openTestLibrary, type TestLibrary, workspace } from '../testing/opened-library'

let test: TestLibrary
afterEach(() => test.remove())

const defaults = defaultViews.map(({ name }) => name)
const view = (id: string, changes: Partial<SavedView> = {}): SavedView => ({
  ...{ id, name: `View ${id}`, address: 'q=brake&sort=-combinedScore', isPinned: true },
  filter: { list: 'insights', filter: InsightFilter.parse({ text: 'brake' }) },
  columns: { order: ['title'], hidden: ['type'], widths: { updatedAt: 120 } },
  ...changes,
})
const save = (id: string, changes?: Partial<SavedView>) =>
  test.library.saveSavedView({ workspace, view: view(id, changes) })
const remove = (id: string) => test.library.removeSavedView({ workspace, id })
const list = () => test.library.listSavedViews({ workspace })
const names = async () => (await list()).map(({ name }) => name)

describe.each(['memory', 'file'] as const)('saved views in a library (%s)', (kind) => {
  beforeEach(async () => {
    test = await openTestLibrary(kind)
  })

  it('starts with the default views; a changed one keeps its place, and a deleted one stays deleted', async () => {
    expect(await list()).toEqual(defaultViews)
    await save('no-opportunity', { name: 'Orphans' })
    await remove('unseen-strongest')
    expect(await names()).toEqual(['Orphans', 'Rising'])
    await test.library.saveSavedView({ workspace, view: defaultViews[0] as SavedView })
    expect(await names()).toEqual(['Top unseen', 'Orphans', 'Rising'])
  })

  it('stores a view in full, per workspace, updates it and deletes it', async () => {
    await save('a')
    expect((await list()).at(-1)).toEqual(view('a'))
    const elsewhere = { ...workspace, workspaceId: 'another' }
    expect(await test.library.listSavedViews({ workspace: elsewhere })).toEqual(defaultViews)
    const changed = view('a', { name: 'Renamed', columns: null, isPinned: false, address: '' })
    await test.library.saveSavedView({ workspace, view: changed })
    expect((await list()).at(-1)).toEqual(changed)
    await remove('a')
    await remove('a')
    expect(await list()).toEqual(defaultViews)
  })

  it('refuses a name taken by another view, ignoring case, and frees the name of a deleted view', async () => {
    await save('a', { name: 'Brakes' })
    const refused = { report: { code: 'INVALID_INPUT', fields: [{ path: ['name'] }] } }
    await expect(save('b', { name: ' BRAKES ' })).rejects.toMatchObject(refused)
    await expect(save('b', { name: 'rising' })).rejects.toMatchObject(refused)
    await save('a', { name: 'brakes' })
    await remove('a')
    await remove('rising')
    await save('b', { name: 'Brakes' })
    await save('c', { name: 'Rising' })
    expect(await names()).toEqual([...defaults.slice(0, 2), 'Brakes', 'Rising'])
  })

  it('refuses more views than a workspace can have', async () => {
    for (let number = defaults.length; number < mostSavedViews; number += 1) await save(`n${number}`)
    await expect(save('more')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await save('n5', { name: 'Still changed' })
  })

  it('orders views as given, with unlisted ones last', async () => {
    await save('a')
    await save('b')
    await test.library.orderSavedViews({ workspace, ids: ['b', 'rising', 'gone'] })
    const ids = ['b', 'rising', 'unseen-strongest', 'no-opportunity', 'a']
    expect((await list()).map(({ id }) => id)).toEqual(ids)
    await save('c')
    expect((await list()).map(({ id }) => id)).toEqual([...ids, 'c'])
  })
})

describe('saved views in a file', () => {
  const environment = 'sandbox'
  const kept = [...defaults.slice(0, 2), 'Brakes']
  beforeEach(async () => {
    test = await openTestLibrary('file')
    await save('a', { name: 'Brakes' })
    await remove('rising')
  })

  it('survive a restart', async () => {
    await test.reopen()
    expect(await names()).toEqual(kept)
  })

  it('survive the rebuild of a damaged library', async () => {
    await test.library.close({ environment })
    writeFileSync(`${test.file}.run`, 'checking 2')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt' })
    expect(await names()).toEqual(kept)
    expect((await list()).at(-1)).toEqual(view('a', { name: 'Brakes' }))
  })

  it('merge with those saved in memory while the file could not be opened, under unique names', async () => {
    await test.library.close({ environment })
    await test.library.open({ environment, file: null, key: null, generation: 'memory' })
    expect(await names()).toEqual(defaults)
    await save('b', { name: 'BRAKES' })
    await save('no-opportunity', { name: 'Orphans' })
    await test.reopen()
    expect(await names()).toEqual(['Top unseen', 'Orphans', 'Brakes', 'BRAKES (2)'])
  })

  it('keep what was changed or deleted when default views were only moved or pinned in memory', async () => {
    const [unseen, noOpportunity] = defaultViews as [SavedView, SavedView]
    const changed = view('no-opportunity', { name: 'Orphans', isPinned: false })
    await test.library.saveSavedView({ workspace, view: changed })
    const inMemory = async (work: () => Promise<unknown>) => {
      await test.library.close({ environment })
      await test.library.open({ environment, file: null, key: null, generation: 'memory' })
      await work()
      await test.reopen()
    }
    await inMemory(() => test.library.orderSavedViews({ workspace, ids: ['rising', 'no-opportunity'] }))
    const own = view('a', { name: 'Brakes' })
    expect(await list()).toEqual([changed, unseen, own])
    const pin = (before: SavedView, isPinned: boolean) =>
      test.library.saveSavedView({ workspace, view: { ...before, isPinned } })
    await inMemory(() => pin(unseen, false))
    await inMemory(() => pin(noOpportunity, true))
    expect(await list()).toEqual([changed, { ...unseen, isPinned: false }, own])
  })

  it('have valid names even when a name of maximum length gets a number', async () => {
    const longest = 'x'.repeat(60)
    await save('c', { name: longest })
    await test.library.close({ environment })
    await test.library.open({ environment, file: null, key: null, generation: 'memory' })
    await save('d', { name: longest })
    await test.reopen()
    const views = await list()
    expect(views.at(-1)?.name).toBe(`${'x'.repeat(56)} (2)`)
    for (const each of views) expect(SavedView.safeParse(each).success).toBe(true)
  })
})
