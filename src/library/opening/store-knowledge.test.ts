import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../store/connection'
import { generateInsights } from '../testing/generated-insights'
import {
  insightQuery,
  openTestLibrary,
  recordQuery,
  syncBytes,
  syncItems,
  syncKnowledge,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'

const documentId = (number: number) => `00000009-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
const document = (number: number) => ({
  id: documentId(number),
  state: 'initial',
  title: `Document ${number}`,
  description: 'What\n  is   in it.',
  createdAt: '2025-01-01T00:00:00Z',
  updatedAt: '2025-01-02T00:00:00.000Z',
  source: 'upload',
  providedBy: 'someone',
  pdfFileUrl: 'https://example.com/a.pdf',
  txtFileUrl: '/files/a.txt',
  url: 'https://example.com/a',
})
const documents = (count: number) => Array.from({ length: count }, (_, number) => document(number))

describe.each(['memory', 'file'] as const)('knowledge in a library in %s', (kind) => {
  let test: TestLibrary
  beforeEach(async () => {
    test = await openTestLibrary(kind)
  })
  afterEach(() => test.remove())

  const page = (text = '') => test.library.queryKnowledge({ ...recordQuery(), text, states: [], sources: [] })

  it('is added, changed and removed by syncs, which report how much', async () => {
    const first = await syncKnowledge(test.library, documents(30))
    expect(first).toMatchObject({ received: 30, added: 30, changed: 0, removed: 0, quarantined: 0, duplicates: 0 })
    expect(first).toMatchObject({ unknownFields: [], hasRelationships: true })
    const next = documents(33).slice(4)
    next[0] = { ...document(4), title: 'Renamed' }
    const report = await syncKnowledge(test.library, next)
    expect(report).toMatchObject({ received: 29, added: 3, changed: 1, removed: 4, unchanged: 25 })
    expect(await page('renam')).toMatchObject({ total: 1, all: 29, rows: [{ id: documentId(4) }] })
    expect(await page('document 4')).toMatchObject({ total: 0 })
    await expect(test.library.getKnowledge({ workspace, id: documentId(0) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('is unchanged by the same bytes, and by the same items in other bytes', async () => {
    await syncKnowledge(test.library, documents(9))
    expect(await syncKnowledge(test.library, documents(9))).toMatchObject({ unchanged: 9, added: 0, changed: 0 })
    const spaced = Buffer.from(JSON.stringify({ data: documents(9) }, null, 2))
    expect(await syncBytes(test.library, spaced, undefined, 'knowledge')).toMatchObject({ unchanged: 9, changed: 0 })
  })

  it('has every field as received, and null for absent ones', async () => {
    const bare = { id: documentId(2), title: null, source: null }
    await syncKnowledge(test.library, [document(1), bare])
    const { txtFileUrl, pdfFileUrl, url, ...rest } = document(1)
    expect(await test.library.getKnowledge({ workspace, id: documentId(1) })).toEqual({
      ...rest,
      ...{ txtFileUrl, pdfFileUrl, url, summary: 'What is in it.', links: ['page', 'pdf', 'text'] },
    })
    const nothing = { title: null, description: null, state: null, source: null, providedBy: null, createdAt: null }
    expect(await test.library.getKnowledge({ workspace, id: documentId(2) })).toEqual({
      ...nothing,
      ...{ id: documentId(2), updatedAt: null, summary: '', url: null, pdfFileUrl: null, txtFileUrl: null, links: [] },
    })
    expect((await page()).rows.map(({ id }) => id)).toEqual([documentId(1), documentId(2)])
  })

  it('is separate from insights: each list has its own report, quarantine and sync time', async () => {
    await syncItems(test.library, [...generateInsights(5), { id: 'x' }], '2025-06-01T10:00:00.000Z')
    expect(await test.library.lastSync({ workspace, resource: 'knowledge' })).toBeNull()
    const report = await syncKnowledge(test.library, [...documents(3), { id: 7 }, 'none'], '2025-06-01T11:00:00.000Z')
    expect(report).toMatchObject({ received: 5, added: 3, quarantined: 2 })
    expect(await test.library.lastSync({ workspace, resource: 'knowledge' })).toMatchObject({
      added: 3,
      syncedAt: '2025-06-01T11:00:00.000Z',
    })
    expect(await test.library.lastSync({ workspace, resource: 'insights' })).toMatchObject({
      added: 5,
      quarantined: 1,
      syncedAt: '2025-06-01T10:00:00.000Z',
    })
    expect(await syncItems(test.library, generateInsights(5))).toMatchObject({ unchanged: 5, removed: 0 })
    expect((await page()).all).toBe(3)
    expect(await syncKnowledge(test.library, [])).toMatchObject({ removed: 3 })
    expect((await test.library.queryInsights(insightQuery())).all).toBe(5)
  })

  it('is not removed while an item has no readable ID, and not changed by a foreign body', async () => {
    await syncKnowledge(test.library, documents(6))
    expect(await syncKnowledge(test.library, [document(1), 'none'])).toMatchObject({ quarantined: 1, removed: 0 })
    for (const body of ['', '<html>', '{"data":[{]}', '{"data":[{"id":1}']) {
      const sync = syncBytes(test.library, Buffer.from(body), undefined, 'knowledge')
      await expect(sync).rejects.toMatchObject({ code: 'NOT_THE_SERVICE' })
    }
    expect((await page()).all).toBe(6)
  })

  it('is synced with unknown fields reported, the last of duplicates kept, and text repaired', async () => {
    const odd = { ...document(1), title: 'a\u0000b\ud800', shelf: 1 }
    const report = await syncKnowledge(test.library, [document(1), document(2), odd])
    expect(report).toMatchObject({ duplicates: 1, unknownFields: ['KnowledgeItem.shelf'] })
    expect((await page('a\ufffdb')).rows[0]?.title).toBe('a\ufffdb\ufffd')
    expect(await syncKnowledge(test.library, [odd, document(2)])).toMatchObject({
      unchanged: 2,
      unknownFields: ['KnowledgeItem.shelf'],
    })
  })
})

it('logs no knowledge items, and keeps the quarantine of the other list', async () => {
  const test = await openTestLibrary('file')
  await syncItems(test.library, ['no insight'])
  await syncKnowledge(test.library, [...documents(2), 'no document'])
  await syncKnowledge(test.library, [{ ...document(0), state: 'Ready', source: null }])
  const connection = connect({ file: test.file, key: test.key })
  const log = connection.all('SELECT insight_id FROM change_log')
  const quarantined = connection.all('SELECT resource FROM quarantine')
  connection.close()
  test.remove()
  expect(quarantined).toEqual([{ resource: 'insights' }])
  expect(log).toEqual([])
})
