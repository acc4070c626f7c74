// Each list of records shows the decisions, notes and labels of its rows, and filters by them. The tables also decide about
// their rows.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import type { TriageMarks } from '../../contract/features/triage'
import { FeedbackView } from '../features/feedback'
import { KnowledgeView } from '../features/knowledge'
import { MetricsView } from '../features/metrics'
import { OpportunitiesView } from '../features/opportunities'
import { OutcomesView } from '../features/outcomes'
import { SolutionsView } from '../features/solutions'
import { TopicsView } from '../features/topics'
import { exportDialog } from '../records/export-dialog'
import { address, giveSize, renderList, rowOf, tableOf } from '../records/list-testing'
import type { Answers } from '../testing/fake-bridge'
import { testWorkspace } from '../testing/render'
import {
  recordAnswers,
  sampleFeedback,
  sampleId,
  sampleOpportunity,
  sampleOutcome,
  sampleSolution,
} from '../testing/sample-records'

beforeEach(giveSize)

const triage = { status: 'reviewed' as const, hasNote: true, labels: ['Winter'] }

const document = {
  triage,
  ...{ id: sampleId(1), title: 'Document number 1', summary: '', state: null, source: null, providedBy: null },
  ...{ createdAt: null, updatedAt: null, links: [] },
}

const contents = { description: 'What it says', url: null, pdfFileUrl: null, txtFileUrl: null, txtFileAddress: null }

const lists = [
  ['opportunity', 'opportunities', '/opportunities', OpportunitiesView, 'Opportunity number 1'],
  ['outcome', 'outcomes', '/goals', OutcomesView, 'Goal number 1'],
  ['solution', 'solutions', '/solutions', SolutionsView, 'Solution number 1'],
  ['feedback', 'feedback', '/feedback', FeedbackView, 'Somebody said number 1'],
  ['knowledge', 'knowledge', '/knowledge', KnowledgeView, 'Document number 1'],
] as const

describe.each(lists)('the details of a record in the %s list', (_kind, list, path, View) => {
  it('stay, with what is typed in them, when they could not be read again', async () => {
    const samples = {
      ...{ opportunities: [sampleOpportunity(1)], outcomes: [sampleOutcome(1)] },
      ...{ solutions: [sampleSolution(1)], feedback: [sampleFeedback(1)] },
    }
    const answers: Answers = {
      ...recordAnswers(() => samples),
      'knowledge.query': () => ({ rows: [document], total: 1, all: 1, states: [], sources: [] }),
      'knowledge.get': () => ({ ...document, ...contents }),
      'triage.get': () => ({ status: 'open', decidedAt: null, until: null, note: '', labels: [] }),
      'triage.setNote': () => null,
    }
    const get = answers[`${list}.get`] as (input: object) => object
    let isDown = false
    const { bridge } = renderList(<View />, {
      path: `${path}/:id?`,
      route: `${path}/${sampleId(1)}`,
      answers: {
        ...answers,
        [`${list}.get`]: (input: object) => {
          if (isDown) throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
          return get(input)
        },
      },
    })
    const details = within(await screen.findByRole('region', { name: /details$/ }))
    await userEvent.click(await details.findByRole('button', { name: 'Add note' }))
    await userEvent.type(await details.findByRole('textbox', { name: 'Note' }), 'Half a sent')
    isDown = true
    act(() => bridge.push('library.changed', { workspace: testWorkspace, features: [list] }))
    expect(await details.findByRole('alert')).toBeInTheDocument()
    expect(details.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a sent')
    expect(details.getByRole('textbox', { name: 'Note' })).toHaveFocus()
    isDown = false
    await userEvent.click(details.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(details.queryByRole('alert')).not.toBeInTheDocument())
  })
})

describe.each(lists)('the %s list', (kind, list, path, View, title) => {
  function open(route: string = path) {
    const { bridge } = renderList(<View />, {
      path: `${path}/:id?`,
      route,
      answers: {
        ...recordAnswers(() => ({
          opportunities: [sampleOpportunity(1, { triage })],
          outcomes: [sampleOutcome(1, { triage })],
          solutions: [sampleSolution(1, { triage })],
          feedback: [sampleFeedback(1, { triage })],
        })),
        'knowledge.query': () => ({ rows: [document], total: 1, all: 1, states: [], sources: [] }),
        'triage.labels': () => [{ label: 'Winter', records: 1 }],
        'triage.decideAll': ({ decisions }) => ({
          undo: decisions.map(({ ids, decision }) => ({ ids, decision: { status: 'open' }, from: decision })),
        }),
      },
    })
    return (name: string) => bridge.calls.flatMap((call) => (call.name === name ? [call.input] : []))
  }
  const shown = async () => {
    await tableOf({ '/goals': 'Goals' }[path as string] ?? `${path.charAt(1).toUpperCase()}${path.slice(2)}`)
    return rowOf(title)
  }

  it('shows the decisions, notes and labels in its rows', async () => {
    open()
    const row = within(await shown())
    expect(row.getByText('Reviewed')).toBeInTheDocument()
    expect(row.getByRole('img', { name: 'Has a note' })).toBeInTheDocument()
    expect(row.getByText('Winter')).toBeInTheDocument()
  })

  it('filters by decision, note and label, in the address', async () => {
    const asked = open()
    await shown()
    const last = () => asked(`${list}.query`).findLast((input) => (input as { limit: number }).limit > 1)
    await userEvent.click(screen.getByRole('button', { name: 'Private' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Reviewed' }))
    await waitFor(() => expect(last()).toMatchObject({ own: { status: 'reviewed' } }))
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Has a note' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Winter' }))
    await waitFor(() => expect(address()).toBe(`${path}?triage=reviewed&note=1&label=Winter`))
    await waitFor(() =>
      expect(last()).toMatchObject({ own: { status: 'reviewed', hasNote: true, labels: ['Winter'] } }),
    )
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Any' }))
    await waitFor(() => expect(address()).toBe(`${path}?note=1&label=Winter`))
  })

  it('reads the filter from the address', async () => {
    const asked = open(`${path}?triage=open&note=1&label=Winter`)
    await shown()
    const own = { status: 'open', hasNote: true, labels: ['Winter'] }
    expect(asked(`${list}.query`)).toContainEqual(expect.objectContaining({ own }))
    expect(screen.getByRole('button', { name: 'Not reviewed or snoozed, Has a note, Winter' })).toBeInTheDocument()
    // Known beforehand, so that nothing moves under the pointer when the menu is opened.
    await waitFor(() => expect(asked('triage.labels')).toHaveLength(1))
  })

  it('marks reviewed rows as open again, and snoozes them until a date', async () => {
    const asked = open()
    await shown()
    await userEvent.keyboard('jxe')
    const decided = { ids: [sampleId(1)], decision: { status: 'open' }, from: null }
    await waitFor(() =>
      expect(asked('triage.decideAll')).toEqual([{ workspace: testWorkspace, kind, decisions: [decided] }]),
    )
    await userEvent.keyboard('h')
    const day = await screen.findByRole('menuitem', { name: /^Tomorrow/ })
    expect(screen.queryByRole('menuitem', { name: /^Until its score/ })).not.toBeInTheDocument()
    await userEvent.click(day)
    await waitFor(() => expect(asked('triage.decideAll')).toHaveLength(2))
    expect(asked('triage.decideAll')[1]).toMatchObject({ kind, decisions: [{ decision: { status: 'snoozed' } }] })
  })
})

const marks = new Map<string, TriageMarks>([
  ['Brakes', triage],
  ['Batteries', { status: 'snoozed', hasNote: false, labels: ['Spring', 'Summer'] }],
])
const sideNames = ['Brakes', 'Batteries', 'Bells']
const listedAt = '2026-11-01T10:00:00.000Z'
const sideTopics = sideNames.map((title) => ({
  ...{ id: title, title, isPinned: false, openedAt: listedAt, readAt: listedAt },
  triage: marks.get(title),
}))
const sideMetrics = sideNames.map((label) => ({
  ...{ metricId: label, label, addedAt: listedAt, links: [], waiting: 0, pending: [] },
  triage: marks.get(label),
}))

describe.each([
  ['Topics', '/topics', 'Recent', TopicsView],
  ['Metrics', '/metrics', 'Your metrics', MetricsView],
] as const)('%s', (_, path, group, View) => {
  const open = ({ areMarked = true, query = '' } = {}) =>
    renderList(<View />, {
      path: `${path}/:id?`,
      route: path + query,
      answers: {
        'topics.list': () => sideTopics.map((each) => ({ ...each, ...(!areMarked && { triage: undefined }) })),
        'metrics.list': () => sideMetrics.map((each) => ({ ...each, ...(!areMarked && { triage: undefined }) })),
        'triage.labels': () => [{ label: 'Winter', records: 1 }],
      },
    })
  const shown = () =>
    within(screen.getByRole('region', { name: group }))
      .queryAllByRole('link')
      .map((link) => sideNames.find((name) => link.textContent?.startsWith(name)))
  const ready = () => screen.findByRole('region', { name: group })

  it('shows the decisions, notes and labels in its rows', async () => {
    open()
    await ready()
    const row = within(screen.getByRole('link', { name: /^Brakes/ }))
    expect(row.getByText('Reviewed')).toBeInTheDocument()
    expect(row.getByRole('img', { name: 'Has a note' })).toBeInTheDocument()
    expect(row.getByText('Winter')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /^Batteries/ })).toHaveTextContent(/SnoozedSpring\+1$/)
  })

  it('filters by decision and label, in the address', async () => {
    open()
    await ready()
    await userEvent.click(screen.getByRole('button', { name: 'Private' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Not reviewed or snoozed' }))
    await waitFor(() => expect(shown()).toEqual(['Bells']))
    expect(address()).toBe(`${path}?triage=open`)
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Any' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Winter' }))
    await waitFor(() => expect(shown()).toEqual(['Brakes']))
    expect(address()).toBe(`${path}?label=Winter`)
  })

  it.each([
    ['?triage=snoozed', 'Snoozed', ['Batteries']],
    ['?triage=reviewed&note=1&label=Winter', 'Reviewed, Has a note, Winter', ['Brakes']],
    ['?label=Spring&label=Winter', 'Spring, Winter', ['Brakes', 'Batteries']],
  ])('reads %s from the address', async (query, name, left) => {
    open({ query })
    await ready()
    expect(shown()).toEqual(left)
    expect(screen.getByRole('button', { name })).toBeInTheDocument()
  })

  it('says that nothing matches, and keeps the filter within reach', async () => {
    open({ areMarked: false, query: '?note=1' })
    await screen.findByText(/^No matching (topics|metrics)\.$/)
    await userEvent.click(screen.getByRole('button', { name: 'Has a note' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Has a note' }))
    await ready()
    expect(shown()).toEqual(sideNames)
  })

  it('offers no filter while no row has a decision, note or label', async () => {
    open({ areMarked: false })
    await ready()
    expect(screen.queryByRole('button', { name: 'Private' })).not.toBeInTheDocument()
  })

  it('exports only the rows that match the filter', async () => {
    open({ query: '?triage=snoozed' })
    await ready()
    await userEvent.keyboard('{Control>}e{/Control}')
    await waitFor(() => expect(exportDialog.get()).toMatchObject({ isNarrowed: true, total: 1, shown: ['Batteries'] }))
    act(() => exportDialog.set(null))
  })
})
