import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateInsight } from '../testing/generated-insights'
import {
  newChange,
  openTestLibrary,
  syncItems,
  syncKnowledge,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { askedAt } from '../testing/service-changes'

const id = (kind: number, number: number) => `0000000${kind}-0000-4000-8000-00000000000${number}`
const record = (kind: number, number: number, title: string, hideContent = false) => ({
  ...{ id: id(kind, number), title, description: 'It is about a quokka.', hideContent },
  ...{ createdAt: '2025-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z' },
})
const insight = (number: number, title: string, combinedScore: number, rest: object = {}) => ({
  ...generateInsight(number),
  ...{ title, combinedScore, description: 'It is about a quokka.' },
  ...rest,
})
const opportunity = (number: number, title: string, hide = false) => ({
  ...record(2, number, title, hide),
  ...{ read: false, status: 'New', solutionsGeneratingState: 'initial', createdBy: 'user' },
})

let test: TestLibrary
beforeAll(async () => {
  test = await openTestLibrary('memory')
  await syncItems(test.library, [
    insight(1, 'Weak', 1),
    insight(2, 'Strong', 9),
    insight(3, 'Quokka, weak', 2),
    insight(4, 'Quokka, hidden', 8, { hideContent: true }),
    insight(5, 'A strong Quökka', 7, {
      opportunities: [
        opportunity(1, 'Zoo'),
        opportunity(2, 'The quokka'),
        opportunity(3, 'Quokka, hidden', true),
        opportunity(4, 'Aviary'),
      ],
      solutions: [
        {
          ...record(3, 1, 'Quokka fence'),
          ...{ aiProcessingState: 'FINISHED', refinementLog: [], status: 'Live', pros: [], cons: [] },
          ...{ createdBy: 'user', priority: 'a0', prd: '' },
        },
      ],
      outcomes: [{ ...record(4, 1, 'More quokkas'), priority: 1 }],
    }),
  ])
  await syncKnowledge(test.library, [
    { id: id(5, 1), description: 'quokka' },
    { id: id(5, 2), title: 'Quokka lore' },
  ])
  await test.library.keepTopic({ workspace, topic: { id: id(6, 1), title: 'Quokka topic' }, readAt: askedAt })
  await test.library.saveMetric({ workspace, metricId: 'quokka-count', label: '', addedAt: askedAt })
  await test.library.saveMetric({ workspace, metricId: 'm2', label: 'Quokkas per day', addedAt: askedAt })
})
afterAll(() => test.remove())

const searchAll = (text: string, limit: number) => test.library.searchEverything({ workspace, text, limit })
const search = async (text: string, limit = 20) => (await searchAll(text, limit)).found

it('finds every kind of record: best title matches first, insights by strength, hidden ones last and untitled', async () => {
  expect((await search('quokka')).map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'insight: Quokka, weak',
    'insight: A strong Quökka',
    'insight: Strong',
    'insight: Weak',
    'insight: ',
    'opportunity: The quokka',
    'opportunity: Aviary',
    'opportunity: Zoo',
    'opportunity: ',
    'solution: Quokka fence',
    'outcome: More quokkas',
    'knowledge: Quokka lore',
    `knowledge: ${id(5, 1)}`,
    'topic: Quokka topic',
    'metric: quokka-count',
    'metric: Quokkas per day',
  ])
})

it('reports where each insight matched, without revealing it for hidden ones', async () => {
  const found = (await search('quokka')).filter(({ kind }) => kind === 'insight')
  expect(found.map(({ foundIn, isHidden }) => `${foundIn}${isHidden ? ' hidden' : ''}`)).toEqual([
    'title-start',
    'title',
    'text',
    'text',
    'text hidden',
  ])
})

it('returns at most the requested number of each kind', async () => {
  expect((await search('quok', 1)).map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'insight: Quokka, weak',
    'opportunity: The quokka',
    'solution: Quokka fence',
    'outcome: More quokkas',
    'knowledge: Quokka lore',
    'topic: Quokka topic',
    'metric: quokka-count',
  ])
})

it('counts all matches of each kind that has any, beyond the limit too', async () => {
  expect((await searchAll('quokka', 1)).totals).toEqual([
    { kind: 'insight', total: 5 },
    { kind: 'opportunity', total: 4 },
    { kind: 'solution', total: 1 },
    { kind: 'outcome', total: 1 },
    { kind: 'knowledge', total: 2 },
    { kind: 'topic', total: 1 },
    { kind: 'metric', total: 2 },
  ])
  expect((await searchAll('aviary', 1)).totals).toEqual([{ kind: 'opportunity', total: 1 }])
})

it('requires all words, across title and text, and finds an unsent creation', async () => {
  expect((await search('zoo quok')).map(({ title }) => title)).toEqual(['Zoo'])
  expect(await search('quokka nothing')).toEqual([])
  await test.library.addChange(newChange(1, 'Unicorn'))
  expect(await search('unic')).toEqual([
    { kind: 'insight', id: newChange(1).targetId, title: 'Unicorn', isHidden: false, foundIn: 'title-start' },
  ])
})

it.each(['', ' ', '"*', '\ud800'])('finds nothing for %j', async (text) => {
  expect(await search(text)).toEqual([])
})

it('finds nothing from another workspace', async () => {
  const elsewhere = { ...workspace, workspaceId: 'another' }
  await test.library.saveMetric({ workspace: elsewhere, metricId: 'x', label: 'Wombat', addedAt: askedAt })
  expect(await test.library.searchEverything({ workspace: elsewhere, text: 'quokka', limit: 5 })).toEqual({
    found: [],
    totals: [],
  })
  expect(await search('wombat')).toEqual([])
})

it('does not find a metric by its former label, or after its removal', async () => {
  await test.library.saveMetric({ workspace, metricId: 'm3', label: 'Numbat', addedAt: askedAt })
  await test.library.saveMetric({ workspace, metricId: 'm3', label: 'Bilby', addedAt: askedAt })
  expect(await search('numbat')).toEqual([])
  expect(await search('bilb')).toMatchObject([{ kind: 'metric', id: 'm3', title: 'Bilby' }])
  await test.library.removeMetric({ workspace, metricId: 'm3' })
  expect(await search('bilb')).toEqual([])
})
