// Triage as a person uses it, on a fake main that keeps decisions.

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { InsightDetail, InsightRow } from '../../../contract/features/insights'
import { Preferences } from '../../../contract/features/preferences'
import { defaultViews } from '../../../contract/features/saved-views'
import type { Triage } from '../../../contract/features/triage'
import { forgetEnvironment } from '../../client/forgetting'
import { Address } from '../../testing/Address'
import { announced } from '../../testing/announced'
import type { Answers } from '../../testing/fake-bridge'
import { testSyncStatus, testWorkspace, untriaged } from '../../testing/places'
import { renderView } from '../../testing/render'
import { answersFor, sampleId, sampleRow } from '../../testing/sample-insights'
import { SavedViewsGroup } from '../saved-views'
import { TriageView } from '.'

beforeEach(() => forgetEnvironment(testWorkspace.environment))

const unseen = (place: number, changes: Partial<InsightRow> = {}) => sampleRow(place, { seen: false, ...changes })

/** Triage at its address, with a link out of it. */
function WithWayOut() {
  const { pathname } = useLocation()
  return (
    <>
      {pathname.startsWith('/insights/triage') && <TriageView />}
      <Link to="/opportunities">Elsewhere</Link>
      <Link to="/insights/triage">Back to triage</Link>
      <Address />
    </>
  )
}

interface Options {
  readonly rows?: readonly InsightRow[]
  readonly details?: Readonly<Record<string, Partial<InsightDetail>>>
  readonly route?: string
  readonly answers?: Answers
  readonly beside?: ReactNode
  /** Ids removed by a sync. */
  readonly removed?: ReadonlySet<string>
}

function open(options: Options = {}) {
  const { rows = [1, 2, 3].map((place) => unseen(place)), details, route = '', answers, beside, removed } = options
  const kept = new Map<string, Triage>()
  const of = (id: string) => kept.get(id) ?? untriaged
  const keep = (id: string, changes: Partial<Triage>) => void kept.set(id, { ...of(id), ...changes })
  const listed = () =>
    rows
      .filter(({ id }) => removed?.has(id) !== true)
      .map((row) => {
        const { status, note, labels } = of(row.id)
        return { ...row, triage: kept.has(row.id) ? { status, hasNote: note !== '', labels } : null }
      })
  const all: Answers = {
    ...answersFor(listed, details),
    'insights.query': (query) => {
      const { relatedTo } = query.filter
      const isRelated = ({ id }: InsightRow) =>
        relatedTo === null || details?.[id]?.opportunities?.some((each) => each.id === relatedTo.id) === true
      const { 'insights.query': answer } = answersFor(() => listed().filter(isRelated))
      return (answer as NonNullable<typeof answer>)(query)
    },
    'triage.get': ({ id }) => of(id),
    'triage.decide': ({ id, decision }) => {
      const until = decision.status === 'snoozed' ? decision.until : null
      keep(id, { status: decision.status, until, decidedAt: '2026-01-05T10:00:00Z' })
      return null
    },
    'triage.setNote': ({ id, note }) => {
      keep(id, { note })
      return null
    },
    'triage.labelAll': ({ changes }) => {
      const undo = changes.flatMap(({ ids: [id = ''], ...edit }) => {
        const { labels } = of(id)
        const add = edit.add.filter((label) => !labels.includes(label))
        const remove = edit.remove.filter((label) => labels.includes(label))
        keep(id, { labels: [...labels.filter((label) => !remove.includes(label)), ...add] })
        return add.length + remove.length === 0 ? [] : [{ ids: [id], add: remove, remove: add }]
      })
      return { undo, full: 0 }
    },
    'triage.labels': () => [{ label: 'Winter', records: 2 }],
    ...answers,
  }
  return {
    ...renderView(
      <>
        {beside}
        <WithWayOut />
      </>,
      { route: `/insights/triage${route}`, path: '/:view?/:mode?/:id?', answers: all },
    ),
    of,
    keep,
  }
}

/** A test answers the decisions by index: the first is 0. */
function openDeferred() {
  const asked: { resolve: (value: null) => void; reject: (error: AppError) => void }[] = []
  const view = open({
    answers: { 'triage.decide': () => new Promise((resolve, reject) => asked.push({ resolve, reject })) },
  })
  const answer = (place: number, error?: AppError) =>
    error === undefined ? asked[place]?.resolve(null) : asked[place]?.reject(error)
  return { ...view, answer }
}

/** Labels that cannot be saved, as it turns out when the test says so. */
function openRefusing(labels: string[]) {
  let refuse = () => {}
  open({
    answers: {
      'triage.get': () => ({ ...untriaged, labels }),
      'triage.labelAll': () =>
        new Promise((_, reject) => (refuse = () => reject(new AppError('DISK_FULL', 'The disk is full.')))),
    },
  })
  return { refuse: () => refuse() }
}

const title = () => screen.getByRole('heading', { level: 2 }).textContent
const expectTitle = (place: number) => waitFor(() => expect(title()).toBe(`Insight number ${place}`))
const left = () => screen.getByRole('status', { name: 'Progress' }).textContent
const region = () => screen.getByRole('region', { name: 'Triage' })
const said = () => screen.getByRole('status', { name: 'Announcements' }).textContent
const expectHeard = (text: string) => waitFor(() => expect(said()).toBe(text))

it('moves from insight to insight by keyboard, and says how many are left and what was done', async () => {
  const { of } = open()
  await expectTitle(1)
  expect(left()).toBe('3 of 3 left')
  await userEvent.keyboard('e')
  await expectTitle(2)
  await waitFor(() => expect(left()).toBe('2 of 3 left'))
  expect(Number(screen.getByRole('progressbar', { name: 'Triaged' }).getAttribute('aria-valuenow'))).toBeCloseTo(
    33.3,
    1,
  )
  await userEvent.keyboard('h')
  await userEvent.click(await screen.findByRole('menuitem', { name: /Until its score or feedback changes/ }))
  await expectTitle(3)
  await announced('Snoozed')
  await userEvent.keyboard('e')
  expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeInTheDocument()
  expect(screen.getByText('You reviewed 2 insights and snoozed 1.')).toBeInTheDocument()
  expect([1, 2, 3].map((place) => of(sampleId(place)).status)).toEqual(['reviewed', 'snoozed', 'reviewed'])
  expect(of(sampleId(2)).until).toBeNull()
})

it('undoes one decision after another, and returns to each insight', async () => {
  const { of } = open()
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  await userEvent.keyboard('e')
  await expectTitle(3)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expectTitle(2)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expectTitle(1)
  await waitFor(() => expect(left()).toBe('3 of 3 left'))
  expect([1, 2].map((place) => of(sampleId(place)).status)).toEqual(['open', 'open'])
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  // The button that had the focus is gone.
  expect(region()).toHaveFocus()
})

it('names the step before it is undone', async () => {
  open()
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(undo).toHaveAccessibleDescription('Undo: marked “Insight number 1” as reviewed')
  await userEvent.keyboard('h')
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }))
  await expectTitle(3)
  expect(undo).toHaveAccessibleDescription('Undo: snoozed “Insight number 2”')
})

it('says what was undone until the next action', async () => {
  open()
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  await pressUndo()
  await expectSaid('Undone: marked “Insight number 1” as reviewed')
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  expect(screen.queryByTitle(/^Undone/)).not.toBeInTheDocument()
})

it('counts an insight that was decided twice only once, by its last decision', async () => {
  open({ rows: [unseen(1), unseen(2)] })
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  await userEvent.keyboard('k')
  await expectTitle(1)
  await userEvent.keyboard('h')
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }))
  await expectTitle(2)
  await userEvent.keyboard('e')
  expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeInTheDocument()
  expect(screen.getByText('You reviewed 1 insight and snoozed 1.')).toBeInTheDocument()
})

it('focuses the insight when triage opens, and the end of triage after the last one', async () => {
  open({ rows: [unseen(1)] })
  await expectTitle(1)
  expect(region()).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Mark as reviewed' }))
  expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeInTheDocument()
  expect(screen.getByText('You reviewed 1 insight.')).toBeInTheDocument()
  expect(region()).toHaveFocus()
})

it('returns from the end of triage to its first insight', async () => {
  open({ rows: [unseen(1), unseen(2)] })
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  await userEvent.keyboard('e')
  expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeInTheDocument()
  await userEvent.keyboard('j')
  await expectTitle(1)
})

it('scrolls the insight by a page, or to its start or end, while triage has the focus', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000)
  onTestFinished(() => void vi.restoreAllMocks())
  open()
  await screen.findByRole('heading', { level: 2, name: 'Insight number 1' })
  const scroller = screen.getByRole('region', { name: 'Triage' }).querySelector('[data-scroller]')
  for (const [key, top] of [
    ['{PageDown}', 360],
    [' ', 720],
    ['{End}', 2000],
    ['{Home}', 0],
  ] as const) {
    await userEvent.keyboard(key)
    expect(scroller?.scrollTop).toBe(top)
  }
})

it('shows no progress when there is nothing to triage, whether or not the queue could be read', async () => {
  const { 'insights.query': query } = answersFor(() => [])
  let isReadable = false
  open({
    answers: {
      'insights.query': (asked) => {
        if (!isReadable && asked.limit > 1) throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
        return (query as NonNullable<typeof query>)(asked)
      },
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('status', { name: 'Progress' })).not.toBeInTheDocument()
  isReadable = true
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeInTheDocument()
  expect(screen.getByText('Nothing left to triage.')).toBeInTheDocument()
  expect(screen.queryByRole('status', { name: 'Progress' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Back to Insights' }))
  expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/insights$/)
})

it.each([
  ['a search', '?q=Nowhere', 'Nothing left to triage for “Nowhere”', 'Clear search'],
  ['filters', '?type=Bug', 'Nothing left to triage with these filters', 'Clear filters'],
  [
    'both',
    '?q=Nowhere&type=Bug',
    'Nothing left to triage for “Nowhere” with these filters',
    'Clear search and filters',
  ],
])('names what leaves nothing to triage (%s), and goes on without on request', async (_, search, heading, clear) => {
  open({ rows: [unseen(1), unseen(3)], route: `${search}&seen=unseen&sort=-title` })
  expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument()
  expect(screen.queryByText('All caught up')).not.toBeInTheDocument()
  expect(await screen.findByText('2 insights left to triage in all.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Back to Insights' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: clear }))
  await expectTitle(1)
  await expectHeard('Insight number 1')
  expect(left()).toBe('2 of 2 left')
  expect(region()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  // What triage doesn't go by is as it was.
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/insights?seen=unseen&sort=-title'))
})

it('says with filters that all is done once nothing is left without them either', async () => {
  open({ rows: [unseen(2)], route: '?type=Bug' })
  await expectTitle(2)
  await userEvent.keyboard('e')
  expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeInTheDocument()
  expect(screen.getByText('You reviewed 1 insight.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Clear/ })).not.toBeInTheDocument()
})

it('does not say that nothing is left once insights came', async () => {
  const rows: InsightRow[] = []
  const { bridge } = open({ rows })
  expect(await screen.findByText('Nothing left to triage.')).toBeInTheDocument()
  rows.push(unseen(1))
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['insights'] }))
  expect(await screen.findByRole('heading', { name: '1 more insight to triage' })).toBeInTheDocument()
  expect(screen.queryByText(/Nothing left/)).not.toBeInTheDocument()
})

it('explains that unseen insights created here are not to triage', async () => {
  open({
    rows: [unseen(1, { pending: { changeId: 'c', version: 1, state: 'done', error: null, needsReview: false } })],
  })
  expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeInTheDocument()
  expect(await screen.findByText(/^Nothing left to triage\. Triage leaves out unseen insights/)).toBeInTheDocument()
})

it('goes on with the insights that came meanwhile, on request', async () => {
  const rows = [unseen(1)]
  open({ rows })
  await expectTitle(1)
  rows.push(unseen(2))
  await userEvent.keyboard('e')
  expect(await screen.findByRole('heading', { name: '1 more insight to triage' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await expectTitle(2)
  await expectHeard('Insight number 2')
  expect(left()).toBe('1 of 1 left')
})

/** Both shown and announced. */
const expectSaid = (text: string) => waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))
const pressUndo = () => userEvent.keyboard('{Control>}z{/Control}')

async function writeNote(text: string) {
  await userEvent.keyboard('n')
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveFocus()
  await userEvent.keyboard(`{End}${text}{Escape}`)
}

it('undoes decisions, notes and labels, last first, and says which', async () => {
  const { of } = open()
  await expectTitle(1)
  await writeNote('Ask Anna')
  await userEvent.keyboard('l')
  await screen.findByRole('combobox', { name: 'Labels' })
  await userEvent.keyboard('Q3{Enter}')
  await waitFor(() => expect(of(sampleId(1)).labels).toEqual(['Q3']))
  await userEvent.keyboard('{Escape}e')
  await expectTitle(2)
  await writeNote('Later')
  await waitFor(() => expect(of(sampleId(2)).note).toBe('Later'))

  await pressUndo()
  await expectSaid('Undone: note on “Insight number 2”')
  expect(of(sampleId(2)).note).toBe('')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Note' })).not.toBeInTheDocument())
  await pressUndo()
  await expectTitle(1)
  await expectSaid('Undone: marked “Insight number 1” as reviewed')
  // A narrow window cuts it off.
  expect(screen.getByTitle('Undone: marked “Insight number 1” as reviewed')).toBeVisible()
  expect(of(sampleId(1))).toMatchObject({ status: 'open', note: 'Ask Anna', labels: ['Q3'] })
  await pressUndo()
  await expectSaid('Undone: label “Q3” on “Insight number 1”')
  expect(of(sampleId(1))).toMatchObject({ note: 'Ask Anna', labels: [] })
  await pressUndo()
  await expectSaid('Undone: note on “Insight number 1”')
  expect(of(sampleId(1)).note).toBe('')
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

it('undoes its own step before an earlier deletion of a saved view, and after a later one', async () => {
  let views = [...defaultViews]
  const { of } = open({
    beside: <SavedViewsGroup />,
    answers: {
      'savedViews.list': () => views,
      'savedViews.remove': ({ id }) => {
        views = views.filter((view) => view.id !== id)
        return null
      },
      'savedViews.save': ({ view }) => {
        views = [...views, view]
        return null
      },
      'savedViews.order': () => null,
    },
  })
  const remove = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('link', { name })).not.toBeInTheDocument())
  }
  await expectTitle(1)
  await remove('Rising')
  await userEvent.keyboard('e')
  await expectTitle(2)
  await remove('Top unseen')
  await pressUndo()
  expect(await screen.findByRole('link', { name: 'Top unseen' })).toBeInTheDocument()
  expect(of(sampleId(1)).status).toBe('reviewed')
  await pressUndo()
  await expectTitle(1)
  await waitFor(() => expect(of(sampleId(1)).status).toBe('open'))
  expect(screen.queryByRole('link', { name: 'Rising' })).not.toBeInTheDocument()
  await pressUndo()
  expect(await screen.findByRole('link', { name: 'Rising' })).toBeInTheDocument()
})

it('undoes the typing of each visit to a note separately', async () => {
  const { of } = open()
  await expectTitle(1)
  await writeNote('Ask')
  await writeNote(' Anna')
  await waitFor(() => expect(of(sampleId(1)).note).toBe('Ask Anna'))
  await pressUndo()
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Ask'))
  expect(of(sampleId(1)).note).toBe('Ask')
  await pressUndo()
  await waitFor(() => expect(of(sampleId(1)).note).toBe(''))
})

it('undoes a note at once that was saved several times while it was typed', async () => {
  const { of } = open()
  await expectTitle(1)
  await userEvent.keyboard('nAsk')
  await waitFor(() => expect(of(sampleId(1)).note).toBe('Ask'))
  await userEvent.keyboard(' Anna{Escape}')
  await waitFor(() => expect(of(sampleId(1)).note).toBe('Ask Anna'))
  await pressUndo()
  await expectSaid('Undone: note on “Insight number 1”')
  expect(of(sampleId(1)).note).toBe('')
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

it('undoes the label added before a note was saved at last, as the note was typed first', async () => {
  let isFull = true
  const view = open({
    answers: {
      'triage.setNote': ({ id, note }) => {
        if (isFull) throw new AppError('DISK_FULL', 'The disk is full.')
        view.keep(id, { note })
        return null
      },
    },
  })
  const first = () => view.of(sampleId(1))
  await expectTitle(1)
  await writeNote('Ask Anna')
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  await userEvent.keyboard('l')
  await screen.findByRole('combobox', { name: 'Labels' })
  await userEvent.keyboard('Q3{Enter}{Escape}')
  await waitFor(() => expect(first().labels).toEqual(['Q3']))
  isFull = false
  await userEvent.keyboard('j')
  await waitFor(() => expect(first().note).toBe('Ask Anna'))
  await pressUndo()
  await expectSaid('Undone: label “Q3” on “Insight number 1”')
})

it('shows the icon and the key of each way to write', async () => {
  open()
  await expectTitle(1)
  const note = within(region()).getByRole('button', { name: /^Add note/ })
  expect(note).toHaveTextContent(/^Add note ?N$/)
  expect(note.querySelector('svg')).toHaveClass('tabler-icon-note')
  const label = within(region()).getByRole('button', { name: /^Label…/ })
  expect(label).toHaveTextContent(/^Label… ?L$/)
  expect(label.querySelector('svg')).toHaveClass('tabler-icon-tag')
})

it('undoes the notes of two insights one by one', async () => {
  const { of } = open()
  await expectTitle(1)
  await writeNote('Ask Anna')
  await waitFor(() => expect(of(sampleId(1)).note).toBe('Ask Anna'))
  await userEvent.keyboard('j')
  await expectTitle(2)
  await writeNote('Later')
  await waitFor(() => expect(of(sampleId(2)).note).toBe('Later'))
  await pressUndo()
  await waitFor(() => expect(of(sampleId(2)).note).toBe(''))
  await pressUndo()
  await expectTitle(1)
  await waitFor(() => expect(of(sampleId(1)).note).toBe(''))
})

it('restores a removed label on undo', async () => {
  const { of } = open()
  await expectTitle(1)
  await userEvent.keyboard('l')
  await screen.findByRole('combobox', { name: 'Labels' })
  await userEvent.keyboard('Q3{Enter}Q4{Enter}{Backspace}{Escape}')
  await waitFor(() => expect(of(sampleId(1)).labels).toEqual(['Q3']))
  await pressUndo()
  await expectSaid('Undone: removed label “Q4” from “Insight number 1”')
  expect(of(sampleId(1)).labels).toEqual(['Q3', 'Q4'])
})

it('can still undo after triage is left and opened again', async () => {
  const { of } = open()
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  await writeNote('Ask Anna')
  await waitFor(() => expect(of(sampleId(2)).note).toBe('Ask Anna'))
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await userEvent.click(screen.getByRole('link', { name: 'Back to triage' }))
  await expectTitle(2)
  expect(left()).toBe('2 of 2 left')
  await pressUndo()
  await waitFor(() => expect(of(sampleId(2)).note).toBe(''))
  await pressUndo()
  await expectTitle(1)
  await expectSaid('Undone: marked “Insight number 1” as reviewed')
  expect(of(sampleId(1)).status).toBe('open')
})

it('counts in the end what was decided since triage was opened', async () => {
  open()
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await userEvent.click(screen.getByRole('link', { name: 'Back to triage' }))
  await expectTitle(2)
  await userEvent.keyboard('e')
  await expectTitle(3)
  await userEvent.keyboard('e')
  expect(await screen.findByText('You reviewed 2 insights.')).toBeInTheDocument()
})

it('offers no undo for a forgotten environment', async () => {
  open()
  await expectTitle(1)
  await writeNote('A secret')
  await screen.findByRole('button', { name: /^Undo/ })
  act(() => forgetEnvironment(testWorkspace.environment))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument())
})

it('does not undo over a later change, and says so', async () => {
  const { of, keep } = open()
  await expectTitle(1)
  await writeNote('Ask Anna')
  await waitFor(() => expect(of(sampleId(1)).note).toBe('Ask Anna'))
  keep(sampleId(1), { note: 'Asked Anna, she agrees' })
  await pressUndo()
  await expectSaid('Couldn’t undo: note on “Insight number 1” has since changed.')
  expect(of(sampleId(1)).note).toBe('Asked Anna, she agrees')
})

it('does not undo a decision over a later one', async () => {
  const { of, keep } = open()
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  await waitFor(() => expect(of(sampleId(1)).status).toBe('reviewed'))
  keep(sampleId(1), { status: 'snoozed', until: '2026-02-01' })
  await pressUndo()
  await expectSaid('Couldn’t undo: “Insight number 1” has since changed.')
  expect(of(sampleId(1)).status).toBe('snoozed')
})

it('can retry an undo that failed', async () => {
  let isFull = false
  const { of, keep } = open({
    answers: {
      'triage.decide': ({ id, decision: { status } }) => {
        if (isFull) throw new AppError('DISK_FULL', 'The disk is full.')
        keep(id, { status })
        return null
      },
    },
  })
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  isFull = true
  await pressUndo()
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  isFull = false
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(of(sampleId(1)).status).toBe('open'))
})

it('offers no undo for a label that could not be saved', async () => {
  const { refuse } = openRefusing([])
  await expectTitle(1)
  await userEvent.keyboard('lone{Enter}')
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument()
  act(() => refuse())
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument())
})

it('undoes a note that could not be saved', async () => {
  let isFull = true
  const { of, keep } = open({
    answers: {
      'triage.setNote': ({ id, note }) => {
        if (isFull) throw new AppError('DISK_FULL', 'The disk is full.')
        keep(id, { note })
        return null
      },
    },
  })
  await expectTitle(1)
  await writeNote('Ask Anna')
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  await pressUndo()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument())
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Ask Anna')
  isFull = false
  await pressUndo()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Note' })).not.toBeInTheDocument())
  expect(of(sampleId(1)).note).toBe('')
})

it('does not undo labels that were removed since', async () => {
  const { of, keep } = open()
  await expectTitle(1)
  await userEvent.keyboard('l')
  await screen.findByRole('combobox', { name: 'Labels' })
  await userEvent.keyboard('Q3{Enter}{Escape}')
  await waitFor(() => expect(of(sampleId(1)).labels).toEqual(['Q3']))
  keep(sampleId(1), { labels: ['Q4'] })
  await pressUndo()
  await expectSaid('Couldn’t undo: “Insight number 1” has since changed.')
  expect(of(sampleId(1)).labels).toEqual(['Q4'])
})

it('undoes nothing when nothing was done', async () => {
  open()
  await expectTitle(1)
  await pressUndo()
  await expectTitle(1)
  expect(screen.queryByText(/^(Undone|Couldn’t undo)/)).not.toBeInTheDocument()
})

it('says nothing of an undo whose decision could not be saved', async () => {
  const { answer, bridge } = openDeferred()
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  const reads = () => bridge.calls.filter(({ name }) => name === 'triage.get').length
  await pressUndo()
  await expectTitle(1)
  const before = reads()
  await act(async () => answer(0, new AppError('DISK_FULL', 'The disk is full.')))
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  expect(screen.queryByText(/^Couldn’t undo/)).not.toBeInTheDocument()
  expect(reads()).toBe(before)
})

it('returns to a skipped insight once the others are done', async () => {
  open()
  await expectTitle(1)
  await userEvent.keyboard('j')
  await expectTitle(2)
  await userEvent.keyboard('e')
  await expectTitle(3)
  await announced('Reviewed')
  await userEvent.keyboard('e')
  await expectTitle(1)
  await userEvent.keyboard('k')
  await expectTitle(1)
})

it('passes over an insight that was decided out of turn', async () => {
  open()
  await expectTitle(1)
  await userEvent.keyboard('j')
  await expectTitle(2)
  await userEvent.keyboard('e')
  await expectTitle(3)
  await userEvent.keyboard('kk')
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(3)
  await waitFor(() => expect(left()).toBe('1 of 3 left'))
})

it('says which insight is shown next, after the decision about the one before, but no hidden title', async () => {
  open({ rows: [unseen(1), unseen(2, { hideContent: true }), unseen(3, { title: ' ' }), unseen(4)] })
  await expectHeard('Insight number 1')
  await userEvent.keyboard('j')
  await expectHeard('Hidden content')
  await userEvent.keyboard('j')
  await expectHeard(`Untitled ${sampleId(3).slice(0, 8)}`)
  await userEvent.keyboard('k')
  await expectHeard('Hidden content')
  await userEvent.keyboard('k')
  await expectHeard('Insight number 1')
  await userEvent.keyboard('e')
  await expectHeard('Reviewed. Hidden content')
  await userEvent.keyboard('j')
  await expectHeard(`Untitled ${sampleId(3).slice(0, 8)}`)
  await userEvent.keyboard('j')
  await expectHeard('Insight number 4')
})

it.each([
  ['cannot be read', () => Promise.reject(new AppError('LIBRARY_UNAVAILABLE', '')), '', /^Reviewed\. $/],
  [
    'is not there yet when the person moves on',
    () => new Promise<never>(() => {}),
    'j',
    /^Reviewed\. Insight number 3$/,
  ],
])('says what was decided when the next insight %s', async (_, readNext, key, heard) => {
  const { 'insights.get': read } = answersFor(() => [1, 2, 3].map((place) => unseen(place)))
  const readAny = read as NonNullable<typeof read>
  open({ answers: { 'insights.get': (asked) => (asked.id === sampleId(2) ? readNext() : readAny(asked)) } })
  await expectHeard('Insight number 1')
  await userEvent.keyboard(`e${key}`)
  await waitFor(() => expect(said()).toMatch(heard))
})

it('says what was decided about the last insight too, and which one an undo returns to', async () => {
  open({ rows: [unseen(1)] })
  await expectHeard('Insight number 1')
  await userEvent.keyboard('e')
  await expectHeard('Reviewed')
  await pressUndo()
  await expectHeard('Undone: marked “Insight number 1” as reviewed')
})

it('says at either end that there are no more insights', async () => {
  open()
  await expectTitle(1)
  await userEvent.keyboard('k')
  await announced('First insight')
  await userEvent.keyboard('jj')
  await expectTitle(3)
  await userEvent.keyboard('j')
  await announced('Last insight')
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
  await expectTitle(2)
})

it('says that an insight could not be read, and reads it again on request', async () => {
  let isBroken = true
  const { 'insights.get': get } = answersFor(() => [unseen(1)])
  open({
    rows: [unseen(1)],
    answers: {
      'insights.get': (input) => {
        if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
        return (get as NonNullable<typeof get>)(input)
      },
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('This insight was removed.')).not.toBeInTheDocument()
  isBroken = false
  await userEvent.click(retry)
  await expectTitle(1)
})

it.each([
  ['500', 500, [0, 500]],
  ['2,500', 2_000, [0, 500, 1_000, 1_500]],
])('reads the queue of %s insights page by page, up to insight %i', async (total, last, offsets) => {
  const rows = Array.from({ length: Number(total.replace(',', '')) }, (_, place) => unseen(place + 1))
  const { bridge } = open({ rows, route: `/${sampleId(last)}` })
  await expectTitle(last)
  await waitFor(() => expect(left()).toBe(`${total} of ${total} left`))
  const pages = bridge.calls
    .filter(({ name }) => name === 'insights.query')
    .map(({ input }) => input as { readonly offset: number; readonly limit: number })
    .filter(({ limit }) => limit === 500)
  expect(pages.map(({ offset }) => offset)).toEqual(offsets)
  await userEvent.keyboard('j')
  await announced('Last insight')
})

it('goes back to an insight whose decision could not be saved', async () => {
  open({
    answers: {
      'triage.decide': () => {
        throw new AppError('DISK_FULL', 'The disk is full.')
      },
    },
  })
  await expectTitle(1)
  await userEvent.keyboard('e')
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  await expectTitle(1)
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(left()).toBe('3 of 3 left')
})

it('keeps the undo of a later decision when an earlier one fails', async () => {
  const { answer } = openDeferred()
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  await userEvent.keyboard('e')
  await expectTitle(3)
  act(() => answer(0, new AppError('DISK_FULL', 'The disk is full.')))
  act(() => answer(1))
  await expectTitle(1)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expectTitle(2)
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

it('does not return to triage when a decision fails after the person left', async () => {
  const { answer } = openDeferred()
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await act(async () => answer(0, new AppError('DISK_FULL', 'The disk is full.')))
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  expect(screen.getByLabelText('Address')).toHaveTextContent('/opportunities')
})

it.each(['e', 'j'])(
  'moves on with key %s from an insight removed by a sync, and does not come back to it',
  async (key) => {
    const removed = new Set<string>()
    const { bridge } = open({ removed })
    await expectTitle(1)
    removed.add(sampleId(2))
    act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['insights', 'triage'] }))
    await userEvent.keyboard('e')
    await screen.findByText('This insight was removed.')
    await announced('Reviewed. This insight was removed.')
    await userEvent.keyboard(key)
    await expectTitle(3)
    await userEvent.keyboard('e')
    expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeInTheDocument()
  },
)

it('says that an insight was removed whose note was undone just before', async () => {
  const removed = new Set<string>()
  const { bridge, of } = open({ removed })
  await expectHeard('Insight number 1')
  await writeNote('Ask Anna')
  await waitFor(() => expect(of(sampleId(1)).note).toBe('Ask Anna'))
  await pressUndo()
  await expectHeard('Undone: note on “Insight number 1”')
  removed.add(sampleId(1))
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['insights', 'triage'] }))
  await expectHeard('This insight was removed.')
})

it('moves on from a removed insight with a snooze', async () => {
  const removed = new Set([sampleId(2)])
  open({ removed, route: `/${sampleId(2)}` })
  await expectSaid('This insight was removed.')
  await userEvent.keyboard('h')
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }))
  await expectTitle(1)
})

it('spells out the chosen date', async () => {
  open()
  await expectTitle(1)
  await userEvent.keyboard('h')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Pick a date…' }))
  const field = await screen.findByLabelText('Date')
  fireEvent.change(field, { target: { value: '2999-01-02' } })
  expect(field).toHaveAccessibleDescription('Until 2 Jan 2999')
})

it('ignores keys behind the open snooze menu', async () => {
  const { of } = open()
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  await userEvent.keyboard('h')
  await screen.findByRole('menuitem', { name: /^Tomorrow/ })
  await userEvent.keyboard('{Control>}z{/Control}e')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(title()).toBe('Insight number 2')
  expect([1, 2].map((place) => of(sampleId(place)).status)).toEqual(['reviewed', 'open'])
})

it('closes the snooze menu when a failed decision leads back to another insight', async () => {
  const { answer } = openDeferred()
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  await userEvent.keyboard('h')
  await screen.findByRole('menuitem', { name: /^Tomorrow/ })
  act(() => answer(0, new AppError('DISK_FULL', 'The disk is full.')))
  await expectTitle(1)
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: /^Tomorrow/ })).not.toBeInTheDocument())
})

it('takes N before the insight is there, and the letters after it for no keys', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHeld = false
  open({
    answers: {
      'triage.get': async () => {
        if (isHeld) await held
        return untriaged
      },
    },
  })
  await expectTitle(1)
  isHeld = true
  await userEvent.keyboard('jnh')
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  act(() => release())
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveFocus()
  expect(title()).toBe('Insight number 2')
})

it('starts a note and a label by key, and saves both', async () => {
  const { of } = open()
  await expectTitle(1)
  await userEvent.keyboard('n')
  const note = await screen.findByRole('textbox', { name: 'Note' })
  expect(note).toHaveFocus()
  await userEvent.keyboard('Ask Anna{Escape}')
  expect(screen.getByRole('region', { name: 'Triage' })).toHaveFocus()
  await waitFor(() => expect(of(sampleId(1)).note).toBe('Ask Anna'))
  await userEvent.keyboard('l')
  expect(await screen.findByRole('combobox', { name: 'Labels' })).toHaveFocus()
  await userEvent.keyboard('Q3{Enter}')
  await waitFor(() => expect(of(sampleId(1)).labels).toEqual(['Q3']))
  await userEvent.keyboard('begu{Escape}')
  expect(screen.getByRole('region', { name: 'Triage' })).toHaveFocus()
  expect(of(sampleId(1)).labels).toEqual(['Q3'])
  expect(title()).toBe('Insight number 1')
})

it('saves a note that is still being typed when the next insight is shown', async () => {
  const { of } = open()
  await expectTitle(1)
  await userEvent.keyboard('n')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Ask Anna')
  await userEvent.click(screen.getByRole('button', { name: 'Mark as reviewed' }))
  await expectTitle(2)
  await waitFor(() => expect(of(sampleId(1))).toMatchObject({ note: 'Ask Anna', status: 'reviewed' }))
  expect(screen.queryByRole('textbox', { name: 'Note' })).not.toBeInTheDocument()
})

it('shows an edited note when its insight is shown again', async () => {
  const { of } = open()
  await expectTitle(1)
  await userEvent.keyboard('nAsk')
  await waitFor(() => expect(of(sampleId(1)).note).toBe('Ask'))
  await userEvent.keyboard(' Anna')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await expectTitle(2)
  await waitFor(() => expect(of(sampleId(1)).note).toBe('Ask Anna'))
  await userEvent.keyboard('k')
  await expectTitle(1)
  const field = await screen.findByRole('textbox', { name: 'Note' })
  await waitFor(() => expect(field).toHaveValue('Ask Anna'))
  await userEvent.type(field, '!{Escape}')
  await waitFor(() => expect(of(sampleId(1)).note).toBe('Ask Anna!'))
})

it('keeps a new note in its field after Escape when it could not be saved', async () => {
  let isFull = true
  const saved: string[] = []
  open({
    answers: {
      'triage.setNote': ({ note }) => {
        if (isFull) throw new AppError('DISK_FULL', 'The disk is full.')
        saved.push(note)
        return null
      },
    },
  })
  await expectTitle(1)
  await userEvent.keyboard('n')
  await userEvent.keyboard('Ask Anna{Escape}')
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Ask Anna')
  isFull = false
  await userEvent.keyboard('j')
  await expectTitle(2)
  await waitFor(() => expect(saved).toEqual(['Ask Anna']))
})

it('keeps two labels added one after the other while the library is slow', async () => {
  let delayMs = 0
  const labels: string[] = []
  open({
    answers: {
      'triage.get': async () => {
        const found = { ...untriaged, labels: [...labels] }
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        return found
      },
      'triage.labelAll': ({ changes: [{ ids, add, remove } = { ids: [], add: [], remove: [] }] }) => {
        labels.push(...add)
        return { undo: [{ ids, add: remove, remove: add }], full: 0 }
      },
    },
  })
  await expectTitle(1)
  await userEvent.keyboard('l')
  const field = await screen.findByRole('combobox', { name: 'Labels' })
  delayMs = 300
  await userEvent.type(field, 'one{Enter}')
  await waitFor(() => expect(labels).toEqual(['one']))
  // The answer to the command has arrived; the labels are still loading.
  await new Promise((resolve) => setTimeout(resolve, 20))
  await userEvent.type(field, 'two{Enter}')
  await waitFor(() => expect(labels).toEqual(['one', 'two']))
  expect(screen.getByText('one')).toBeVisible()
})

it('restores the previous labels when they could not be saved', async () => {
  const { refuse } = openRefusing(['Q3'])
  await expectTitle(1)
  await userEvent.keyboard('l')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Labels' }), 'one{Enter}')
  expect(await screen.findByText('one')).toBeInTheDocument()
  act(() => refuse())
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  await waitFor(() => expect(screen.queryByText('one')).not.toBeInTheDocument())
  expect(screen.getByText('Q3')).toBeInTheDocument()
})

it('follows the filters of the list, says so, and returns to the list', async () => {
  const { bridge } = open({ route: '?type=Bug&seen=seen&sort=title' })
  await expectTitle(2)
  expect(left()).toBe('1 of 1 left, filtered')
  // The workspace counts, for comparing scores, are unfiltered.
  const asked = bridge.calls
    .filter(({ name }) => name === 'insights.query')
    .map(({ input }) => input)
    .filter((input) => (input as { limit: number }).limit > 1)
  expect(asked).not.toEqual([])
  for (const input of asked)
    expect(input).toMatchObject({
      filter: { types: ['Bug'], seen: 'any', triage: 'left' },
      sort: { column: 'combinedScore', direction: 'descending' },
    })
  await userEvent.keyboard('{Escape}')
  expect(screen.getByLabelText('Address')).toHaveTextContent('/insights?type=Bug&seen=seen&sort=title')
})

const quote = (place: number, content: string, rest: object = {}) => ({
  ...{ id: sampleId(50 + place), title: null, content, source: 'Survey', sourceId: null, sourceUrl: null },
  ...{ submittedBy: null, processed: true, sentimentScore: -0.8, sentimentCategory: 'Negative' },
  ...{ sentimentConfidence: 0.9, createdAt: `2026-01-0${place}T00:00:00Z` },
  ...rest,
})
const opportunity = { id: sampleId(60), title: 'Trust the range', description: '', hideContent: false, status: 'New' }

it('shows the newest quotes first, the description, and beside them only what the insight belongs to', async () => {
  open({
    rows: [unseen(1)],
    details: {
      [sampleId(1)]: {
        feedback: [quote(2, 'New words', { sourceUrl: 'https://survey.example/2' }), quote(1, 'Old words')],
        opportunities: [opportunity],
      },
    },
  })
  await expectTitle(1)
  const feedback = within(screen.getByRole('region', { name: 'Feedback' }))
  expect(feedback.getAllByRole('listitem').map((item) => item.querySelector('blockquote')?.textContent)).toEqual([
    'New words',
    'Old words',
  ])
  expect(feedback.getAllByText('Negative')).toHaveLength(2)
  expect(feedback.getAllByRole('link', { name: /^View original/ })).toHaveLength(1)
  expect(screen.getByRole('region', { name: 'Description' })).toHaveTextContent('What number 1 is about in two lines')
  const aside = within(screen.getByRole('complementary', { name: 'Belongs to' }))
  expect(aside.getByRole('link', { name: 'Trust the range' })).toHaveAttribute('href', `/opportunities/${sampleId(60)}`)
  expect(aside.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Opportunities'])
  expect(aside.getByRole('listitem')).toHaveTextContent(/New$/)
})

it('shows a hidden opportunity only on request, and does not name it in an offer', async () => {
  const hidden = { ...opportunity, hideContent: true }
  open({ rows: [unseen(1)], details: { [sampleId(1)]: { opportunities: [hidden] } } })
  await expectTitle(1)
  const aside = within(screen.getByRole('complementary', { name: 'Belongs to' }))
  expect(aside.queryByText('Trust the range')).not.toBeInTheDocument()
  await userEvent.click(aside.getByRole('button', { name: 'Reveal' }))
  expect(aside.getByRole('link', { name: 'Trust the range' })).toBeInTheDocument()
  await userEvent.keyboard('e')
  const offer = await screen.findByText(/You reviewed all unseen insights in/)
  expect(offer).toHaveTextContent('You reviewed all unseen insights in Hidden content.')
})

it('shows quotes of one moment in their order, and those with an unreadable date last, as the details do', async () => {
  const at = { createdAt: '2026-01-03T00:00:00Z' }
  const feedback = [quote(1, 'First', at), quote(2, 'Second', at), quote(3, 'Undated', { createdAt: 'unknown' })]
  open({ rows: [unseen(1)], details: { [sampleId(1)]: { feedback } } })
  await expectTitle(1)
  const shown = within(screen.getByRole('region', { name: 'Feedback' })).getAllByRole('listitem')
  expect(shown.map((item) => item.querySelector('blockquote')?.textContent)).toEqual(['First', 'Second', 'Undated'])
})

it('says when an insight belongs to nothing and has no feedback or description', async () => {
  open({ rows: [unseen(1)], details: { [sampleId(1)]: { description: '' } } })
  await expectTitle(1)
  expect(screen.getByText('No opportunity, goal or solution yet.')).toBeInTheDocument()
  expect(screen.getByText('No feedback is linked to this insight.')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: /^Feedback/ })).toHaveTextContent(/^Feedback$/)
  expect(screen.queryByRole('region', { name: 'Description' })).not.toBeInTheDocument()
})

it('names an insight and its records without a title by their IDs', async () => {
  const untitled = { ...opportunity, id: 'abcdefgh-rest', title: ' ' }
  open({ rows: [unseen(1, { title: '' })], details: { [sampleId(1)]: { opportunities: [untitled] } } })
  const name = `Untitled ${sampleId(1).slice(0, 8)}`
  expect(await screen.findByRole('heading', { level: 2, name })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Untitled abcdefgh' })).toBeInTheDocument()
  await userEvent.keyboard('e')
  expect(await screen.findByText(/You reviewed all unseen insights in/)).toHaveTextContent('Untitled abcdefgh')
  await pressUndo()
  await expectSaid(`Undone: marked “${name}” as reviewed`)
})

it('shows eight quotes, and all on request, also those with a sentiment of another name or none', async () => {
  const unknown = [
    quote(9, 'Hm', { sentimentCategory: 'Mixed' }),
    quote(8, 'Oh', { sentimentCategory: null, sentimentScore: null }),
    quote(7, 'Ah', { sentimentCategory: null, sentimentConfidence: null }),
  ]
  const feedback = unknown.concat([6, 5, 4, 3, 2, 1].map((place) => quote(place, `Words ${place}`)))
  open({ rows: [unseen(1)], details: { [sampleId(1)]: { feedback } } })
  await expectTitle(1)
  const region = within(screen.getByRole('region', { name: 'Feedback' }))
  const shown = () => region.getAllByRole('listitem').map((item) => item.querySelector('[data-mood]')?.textContent)
  expect(region.getByRole('heading')).toHaveTextContent('Feedback 9')
  const negative = 'Negative · −0.80 · 90% confident'
  expect(shown()).toEqual(['Mixed · −0.80 · 90% confident', undefined, undefined, ...Array(5).fill(negative)])
  expect(region.getByText('Negative · −0.80')).toBeInTheDocument()
  await userEvent.click(region.getByRole('button', { name: 'Show all 9' }))
  expect(shown()).toHaveLength(9)
  expect(region.queryByRole('button', { name: /^Show all/ })).not.toBeInTheDocument()
})

it('masks hidden content until it is revealed', async () => {
  open({
    rows: [unseen(1, { hideContent: true })],
    details: { [sampleId(1)]: { feedback: [quote(1, 'Words')] } },
  })
  expect(await screen.findByRole('heading', { level: 2, name: 'Hidden content' })).toBeInTheDocument()
  expect(screen.queryByText('Words')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Reveal' }))
  expect(screen.getByText('Words')).toBeInTheDocument()
})

it('shows the scores below the customer quotes, explained on keyboard focus too, without a connection count', async () => {
  open({ rows: [unseen(1, { combinedScore: 1.5 })], details: { [sampleId(1)]: { feedback: [quote(1, 'Words')] } } })
  await expectTitle(1)
  const scores = await screen.findByRole('region', { name: 'Scores' })
  expect(screen.getByText('Words').compareDocumentPosition(scores)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(scores).toHaveTextContent('1.50')
  expect(screen.queryByText(/Links/)).not.toBeInTheDocument()
  within(scores)
    .getByRole('button', { name: /^Momentum/ })
    .focus()
  expect(await screen.findByRole('tooltip')).toHaveTextContent('How much new feedback arrived recently')
})

it('offers to mark an opportunity as seen once all its unseen insights are reviewed, not before', async () => {
  const opportunities = [opportunity]
  open({
    rows: [unseen(1), unseen(2), unseen(3)],
    details: { [sampleId(1)]: { opportunities }, [sampleId(2)]: { opportunities } },
    answers: {
      'opportunities.markAllSeenPreview': () => ({ title: '', insights: 2, unseen: 2, unseenShared: 0, marked: [] }),
    },
  })
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  expect(screen.queryByText(/You reviewed all unseen insights/)).not.toBeInTheDocument()
  await userEvent.keyboard('e')
  expect(await screen.findByText(/You reviewed all unseen insights in/)).toHaveTextContent('Trust the range')
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as seen…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Trust the range')).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('offers only the opportunities of the last decision while there are insights to triage', async () => {
  open({ details: { [sampleId(1)]: { opportunities: [opportunity] } } })
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  expect(await screen.findByText(/You reviewed all unseen insights in/)).toHaveTextContent('Trust the range')
  await userEvent.keyboard('e')
  await expectTitle(3)
  expect(screen.queryByText(/You reviewed all unseen insights in/)).not.toBeInTheDocument()
})

it('does not offer to mark an opportunity as seen that has no unseen insight any more', async () => {
  const another = { ...opportunity, id: sampleId(61), title: 'Quiet brakes' }
  const { 'insights.query': query } = answersFor(() => [unseen(1), unseen(2)])
  open({
    details: { [sampleId(1)]: { opportunities: [opportunity, another] } },
    answers: {
      'insights.query': (asked) => {
        const { relatedTo, triage } = asked.filter
        const total = relatedTo?.id === another.id && triage === 'reviewed' ? 1 : 0
        if (relatedTo !== null) return { rows: [], total, all: 2, unseen: total }
        return (query as NonNullable<typeof query>)(asked)
      },
    },
  })
  await expectTitle(1)
  await userEvent.keyboard('e')
  await expectTitle(2)
  const offers = await screen.findAllByText(/You reviewed all unseen insights/)
  expect(offers.map(({ textContent }) => textContent)).toEqual(['You reviewed all unseen insights in Quiet brakes.'])
})

it('says in visible text why an opportunity cannot be marked as seen while offline', async () => {
  open({
    rows: [unseen(1)],
    details: { [sampleId(1)]: { opportunities: [opportunity] } },
    answers: { 'sync.status': () => ({ ...testSyncStatus, state: 'offline' }) },
  })
  await expectTitle(1)
  await userEvent.keyboard('e')
  const offer = await screen.findByText(/You reviewed all unseen insights in/)
  expect(offer).toHaveTextContent('This needs a connection to the service. Sync now to try again.')
  expect(screen.getByRole('button', { name: 'Mark all as seen…' })).toHaveAttribute('aria-disabled', 'true')
})

const pending = { changeId: 'c', version: 1, state: 'done', error: null, needsReview: false } as const

it('offers to mark an opportunity as seen despite an unseen insight created here', async () => {
  open({
    rows: [unseen(1), unseen(2, { pending })],
    details: { [sampleId(1)]: { opportunities: [opportunity] }, [sampleId(2)]: { opportunities: [opportunity] } },
  })
  await expectTitle(1)
  await userEvent.keyboard('e')
  expect(await screen.findByText(/You reviewed all unseen insights in/)).toBeInTheDocument()
})

it('does not offer to mark an opportunity as seen while an unseen insight is snoozed', async () => {
  const another = { ...opportunity, id: sampleId(61), title: 'Quiet brakes' }
  open({
    rows: [unseen(1), unseen(2)],
    details: {
      [sampleId(1)]: { opportunities: [opportunity] },
      [sampleId(2)]: { opportunities: [opportunity, another] },
    },
  })
  await expectTitle(1)
  await userEvent.keyboard('h')
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }))
  await expectTitle(2)
  await userEvent.keyboard('e')
  expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeInTheDocument()
  await waitFor(() => expect(left()).toBe('0 of 2 left'))
  const offers = await screen.findAllByText(/You reviewed all unseen insights/)
  expect(offers.map(({ textContent }) => textContent)).toEqual(['You reviewed all unseen insights in Quiet brakes.'])
})

it('shows the keys of Previous and Next, but none once single keys are off', async () => {
  const keyOf = (name: string) => screen.getByRole('button', { name }).querySelector('kbd')?.textContent
  const { unmount } = open()
  await expectTitle(1)
  expect(['Previous', 'Next'].map(keyOf)).toEqual(['K', 'J'])
  unmount()
  open({ answers: { 'preferences.read': () => Preferences.parse({ hasSingleKeys: false }) } })
  await expectTitle(1)
  expect(['Previous', 'Next'].map(keyOf)).toEqual([undefined, undefined])
})

it('opens the details with Enter, unless a control has the focus', async () => {
  open()
  await expectTitle(1)
  screen.getByRole('button', { name: 'Next' }).focus()
  await userEvent.keyboard('{Enter}')
  await expectTitle(2)
  screen.getByRole('region', { name: 'Triage' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByLabelText('Address')).toHaveTextContent(`/insights/${sampleId(2)}`)
})
