// Triage in the list and the details: the way to it, the filter, the marks of a row, and deciding in the details.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { TriageDecision } from '../../../contract/features/triage'
import type { Answers } from '../../testing/fake-bridge'
import { untriaged } from '../../testing/places'
import { answersFor, sampleId, sampleRow } from '../../testing/sample-insights'
import { stopClock } from '../../testing/stop-clock'
import { address, filter, open, row, table, thirty } from './insights-testing'

it.each([
  ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Triage' }))],
  ['its key', () => userEvent.keyboard('t')],
])('opens triage with %s, and keeps the filters', async (_, go) => {
  open({ route: '/insights?q=number&type=Bug' })
  await table()
  await go()
  await waitFor(() => expect(address()).toBe('/insights/triage?q=number&type=Bug'))
})

it('keeps the saved view and the columns of a link for the way back from triage', async () => {
  const route = '?view=unseen-strongest&seen=unseen&sort=seen&columns=title%2C-type'
  open({ route: `/insights${route}` })
  await table()
  await userEvent.keyboard('t')
  await waitFor(() => expect(address()).toBe(`/insights/triage${route}`))
})

it('takes words to triage that were typed just before', async () => {
  open({ route: '/insights?view=unseen-strongest&type=Bug' })
  await table()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search insights' }), { target: { value: 'number' } })
  await userEvent.click(screen.getByRole('button', { name: 'Triage' }))
  await waitFor(() => expect(address()).toBe('/insights/triage?view=unseen-strongest&q=number&type=Bug'))
})

it('filters by decision, label and note, and keeps the filters in the address', async () => {
  open({
    rows: [
      sampleRow(1, { triage: { status: 'reviewed', hasNote: false, labels: ['Winter'] } }),
      sampleRow(2, { seen: false }),
    ],
    answers: { 'triage.labels': () => [{ label: 'Winter', records: 1 }] },
  })
  await table()
  expect(filter('Private')).not.toHaveAttribute('data-on')
  await userEvent.click(filter('Private'))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Reviewed' }))
  await waitFor(() => expect(screen.queryByText('Insight number 2')).not.toBeInTheDocument())
  expect(row(1)).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Winter' }))
  await waitFor(() => expect(address()).toBe('/insights?triage=reviewed&label=Winter'))
  expect(filter('Reviewed, Winter')).toHaveAttribute('data-on')
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Has a note' }))
  await waitFor(() => expect(address()).toBe('/insights?triage=reviewed&label=Winter&note=1'))
})

it('shows the decision, note and labels of each row', async () => {
  open({
    rows: [
      sampleRow(1, { seen: false, triage: { status: 'reviewed', hasNote: true, labels: ['Winter', 'Q3', 'Q4'] } }),
      sampleRow(2, { seen: false, triage: { status: 'snoozed', hasNote: false, labels: [] } }),
    ],
  })
  await table()
  const first = within(row(1) as HTMLElement)
  expect(first.getByText('Reviewed')).toBeInTheDocument()
  expect(first.queryByText('Snoozed')).not.toBeInTheDocument()
  expect(first.getByRole('img', { name: 'Has a note' })).toBeInTheDocument()
  expect(first.getByText('Winter')).toBeInTheDocument()
  expect(first.getByText('+2')).toHaveAttribute('title', 'Q3, Q4')
  expect(row(1)).toHaveAccessibleName(/Winter Q3, Q4/)
  const second = within(row(2) as HTMLElement).getByTitle('Snoozed on this computer')
  expect(second.parentElement).toHaveTextContent(/^Snoozed$/)
  expect(second.parentElement?.childElementCount).toBe(1)
})

it('shows a reviewed insight as read, like a seen one, and no other', async () => {
  const decided = (status: 'reviewed' | 'snoozed') => ({ seen: false, triage: { status, hasNote: false, labels: [] } })
  open({
    rows: [
      sampleRow(1, { seen: true }),
      sampleRow(2, decided('reviewed')),
      sampleRow(3, decided('snoozed')),
      sampleRow(4, { seen: false }),
    ],
  })
  await table()
  const isRead = (place: number) => row(place)?.querySelector('[data-read]') !== null
  expect([1, 2, 3, 4].map(isRead)).toEqual([true, true, false, false])
  const dot = (place: number) => row(place)?.querySelector('[title^="Unseen"]')?.getAttribute('title')
  expect([1, 2, 3, 4].map(dot)).toEqual([undefined, 'Unseen, reviewed on this computer', 'Unseen', 'Unseen'])
})

it('makes and reverts decisions in the details, and undoes them from the notice or with Ctrl+Z', async () => {
  stopClock()
  let now: TriageDecision = { status: 'open' }
  open({
    route: `/insights/${sampleId(1)}`,
    answers: {
      'triage.get': () => ({
        ...untriaged,
        status: now.status,
        until: now.status === 'snoozed' ? now.until : null,
        decidedAt: now.status === 'open' ? null : new Date().toISOString(),
      }),
      'triage.decideAll': ({ decisions: [only] }) => {
        const before = now
        if (only) now = only.decision
        return { undo: [{ ids: [sampleId(1)], decision: before, from: now }] }
      },
    },
  })
  const own = within(await screen.findByRole('region', { name: 'Only on this computer' }))
  await userEvent.click(await own.findByRole('button', { name: 'Mark as reviewed' }))
  expect(await own.findByText(/^Reviewed/)).toHaveTextContent(/^Reviewed just now$/)
  expect(await screen.findByText('Marked “Insight number 1” as reviewed')).toBeInTheDocument()
  await userEvent.click(own.getByRole('button', { name: 'Mark as not reviewed' }))
  await waitFor(() => expect(own.queryByText(/^Reviewed/)).not.toBeInTheDocument())
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await own.findByText(/^Reviewed/)).toBeInTheDocument()
  expect(await screen.findByText('Undone: marked “Insight number 1” as not reviewed')).toBeInTheDocument()
  await userEvent.click(own.getByRole('button', { name: 'Snooze…' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Until its score/ }))
  expect(await own.findByText('Snoozed until its score or feedback changes')).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(await own.findByText(/^Reviewed/)).toBeInTheDocument()
  await userEvent.click(own.getByRole('button', { name: 'Snooze…' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Until its score/ }))
  await userEvent.click(await own.findByRole('button', { name: 'End snooze' }))
  expect(await own.findByRole('button', { name: 'Snooze…' })).toBeInTheDocument()
  expect(now).toEqual({ status: 'open' })
})

/** Notes what is decided, and how to undo it. */
const decisionsIn = (asked: unknown[]): Answers => ({
  'triage.decideAll': ({ decisions }) => {
    asked.push(decisions)
    return { undo: decisions.map(({ ids, decision }) => ({ ids, decision: { status: 'open' }, from: decision })) }
  },
})

it('undoes decisions made in the list and in the details, the latest first', async () => {
  const asked: unknown[] = []
  open({
    answers: {
      ...decisionsIn(asked),
    },
  })
  await table()
  row(1)?.focus()
  await userEvent.keyboard('e')
  expect(await screen.findByRole('button', { name: /^Undo/ })).toBeInTheDocument()
  await userEvent.click(row(2) as HTMLElement)
  const own = within(await screen.findByRole('region', { name: 'Only on this computer' }))
  await userEvent.click(await own.findByRole('button', { name: 'Mark as reviewed' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1))
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(asked).toHaveLength(3))
  expect(asked[2]).toMatchObject([{ ids: [sampleId(2)] }])
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(asked).toHaveLength(4))
  expect(asked[3]).toMatchObject([{ ids: [sampleId(1)] }])
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(asked).toHaveLength(4)
})

it('restores a draft that was discarded after a decision before it undoes the decision', async () => {
  const asked: unknown[] = []
  open({
    answers: {
      'insights.drafts': () => [{ draftId: 'a', values: { title: 'Kept' }, savedAt: '2026-01-01T10:00:00Z' }],
      'insights.discardDraft': () => null,
      'insights.saveDraft': () => ({ savedAt: '2026-01-01T10:00:00Z' }),
      ...decisionsIn(asked),
    },
  })
  await table()
  row(1)?.focus()
  await userEvent.keyboard('e')
  expect(await screen.findByRole('button', { name: /^Undo/ })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: '1 draft' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Kept”' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 draft' })).not.toBeInTheDocument())
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByRole('button', { name: '1 draft' })).toBeInTheDocument()
  expect(asked).toHaveLength(1)
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(asked).toHaveLength(2))
})

it.each(['insights.get', 'triage.get'])(
  'takes N right after J, and the letters after it for no keys, before %s',
  async (read) => {
    const asked: unknown[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isHeld = false
    const { 'insights.get': get } = answersFor(() => thirty)
    open({
      route: `/insights/${sampleId(1)}`,
      answers: {
        ...decisionsIn(asked),
        'insights.get': async (input) => {
          if (isHeld && read === 'insights.get') await held
          return (get as NonNullable<typeof get>)(input)
        },
        'triage.get': async () => {
          if (isHeld && read === 'triage.get') await held
          return untriaged
        },
        'triage.setNote': () => null,
      },
    })
    await table()
    await screen.findByRole('button', { name: 'Add note' })
    isHeld = true
    // The first one focuses the row.
    await userEvent.keyboard('jj')
    expect(address()).toBe(`/insights/${sampleId(2)}`)
    await userEvent.keyboard('nthe')
    expect(address()).toBe(`/insights/${sampleId(2)}`)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    act(() => release())
    expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveFocus()
    await userEvent.keyboard('brakes')
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('brakes')
    expect(asked).toEqual([])
  },
)

it.each(['done', 'still under way'])(
  'restores a draft that is still being discarded before it undoes a decision that is %s',
  async (state) => {
    const decisions = decisionsIn([])
    const answers: (() => void)[] = []
    const { bridge } = open({
      answers: {
        'insights.drafts': () => [{ draftId: 'a', values: { title: 'Kept' }, savedAt: '2026-01-01T10:00:00Z' }],
        'insights.discardDraft': () => new Promise((resolve) => answers.push(() => resolve(null))),
        'insights.saveDraft': () => ({ savedAt: '2026-01-01T10:00:00Z' }),
        'triage.decideAll': async (input) => {
          if (state !== 'done') await new Promise<void>((resolve) => answers.push(resolve))
          return decisions['triage.decideAll']?.(input) ?? { undo: [] }
        },
      },
    })
    const calls = (method: string) => bridge.calls.filter(({ name }) => name === method).map(({ input }) => input)
    await table()
    row(1)?.focus()
    await userEvent.keyboard('e')
    await waitFor(() => expect(calls('triage.decideAll')).toHaveLength(1))
    if (state === 'done') expect(await screen.findByRole('button', { name: /^Undo/ })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '1 draft' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard “Kept”' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard “Kept”' })).not.toBeInTheDocument())
    await userEvent.keyboard('{Control>}z{/Control}')
    for (const answer of answers) await act(async () => answer())
    await waitFor(() =>
      expect(calls('insights.saveDraft')).toMatchObject([{ draftId: 'a', values: { title: 'Kept' } }]),
    )
    expect(calls('triage.decideAll')).toHaveLength(1)
  },
)

it('says that nothing was undone when the decision has changed since', async () => {
  let times = 0
  open({
    route: `/insights/${sampleId(1)}`,
    answers: {
      'triage.decideAll': ({ decisions }) => {
        times += 1
        const undo = decisions.map(({ ids, decision }) => ({ ids, decision, from: decision }))
        return { undo: times === 1 ? undo : [] }
      },
    },
  })
  const own = within(await screen.findByRole('region', { name: 'Only on this computer' }))
  await userEvent.click(await own.findByRole('button', { name: 'Mark as reviewed' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('Couldn’t undo: it has since changed.')).toBeInTheDocument()
})
