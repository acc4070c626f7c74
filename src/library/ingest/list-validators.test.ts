// The service's validators of a list count as long as the data is that list, and not a moment longer.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListValidators } from '../../contract/library'
import { generateInsights, insightId } from '../testing/generated-insights'
import { settleChange } from '../testing/moved-changes'
import { newChange, openTestLibrary, type TestLibrary, workspace } from '../testing/opened-library'

const validators: ListValidators = { url: 'u', etag: '"1"', lastModified: null, readAt: '2025-06-01T10:00:00.000Z' }
const resource = 'insights' as const

describe.each(['memory', 'file'] as const)('list validators in a library in %s', (kind) => {
  let test: TestLibrary
  beforeEach(async () => {
    test = await openTestLibrary(kind)
  })
  afterEach(() => test.remove())

  const begin = (startedAt = '2025-06-01T11:00:00.000Z') => test.library.beginSync({ workspace, resource, startedAt })

  async function sync(given: ListValidators | null, count = 5): Promise<void> {
    const { syncId } = await begin('2025-06-01T10:00:00.000Z')
    await test.library.appendSync({ syncId, bytes: Buffer.from(JSON.stringify({ data: generateInsights(count) })) })
    await test.library.commitSync({ syncId, validators: given })
  }

  it('are passed to the next sync, whose confirmation counts as a sync of its own', async () => {
    expect(await begin()).toMatchObject({ validators: null })
    await sync(validators)
    const { syncId, validators: known } = await begin()
    expect(known).toEqual(validators)
    expect(await test.library.confirmSync({ syncId })).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 5 })
    expect(await test.library.lastSync({ workspace, resource })).toMatchObject({ syncedAt: '2025-06-01T11:00:00.000Z' })
    await expect(test.library.confirmSync({ syncId })).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
    expect(await begin()).toMatchObject({ validators })
  })

  it('belong to one list of one workspace', async () => {
    await sync(validators)
    const startedAt = '2025-06-01T11:00:00.000Z'
    expect(await test.library.beginSync({ workspace, resource: 'knowledge', startedAt })).toMatchObject({
      validators: null,
    })
    const elsewhere = { ...workspace, workspaceId: '33333333-3333-4333-8333-333333333333' }
    expect(await test.library.beginSync({ workspace: elsewhere, resource, startedAt })).toMatchObject({
      validators: null,
    })
  })

  it('are dropped after a response without validators', async () => {
    await sync(validators)
    await sync(null)
    expect(await begin()).toMatchObject({ validators: null })
  })

  it('are invalidated by a change confirmed during a sync, which then needs the whole list', async () => {
    await sync(validators)
    const { syncId } = await begin()
    const change = newChange(1)
    await test.library.addChange(change)
    const { environment } = workspace
    const insight = { ...generateInsights(1)[0], id: change.targetId }
    const settledAt = '2025-06-01T11:00:01.000Z'
    await settleChange(test.library, { environment, changeId: change.changeId, state: 'done', insight, settledAt })
    expect(await test.library.confirmSync({ syncId })).toBeNull()
    expect(await begin()).toMatchObject({ validators: null })
    // The sync goes on, with the whole list.
    const data = [...generateInsights(5), insight]
    await test.library.appendSync({ syncId, bytes: Buffer.from(JSON.stringify({ data })) })
    await test.library.commitSync({ syncId, validators })
    expect(await test.library.getInsight({ workspace, id: insightId(4) })).toMatchObject({ pending: null })
    expect(await begin()).toMatchObject({ validators })
  })
})

it('keeps list validators across a restart, but not when the data is gone', async () => {
  const test = await openTestLibrary('file')
  const { library } = test
  const { syncId } = await library.beginSync({ workspace, resource, startedAt: '2025-06-01T10:00:00.000Z' })
  await library.appendSync({ syncId, bytes: Buffer.from('{"data":[]}') })
  await library.commitSync({ syncId, validators })
  const begin = () => library.beginSync({ workspace, resource, startedAt: '2025-06-01T11:00:00.000Z' })
  await test.reopen()
  expect(await begin()).toMatchObject({ validators })
  await test.reopen({ generation: 'another' })
  expect(await begin()).toMatchObject({ validators: null })
  test.remove()
})
