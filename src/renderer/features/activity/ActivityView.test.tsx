import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { ActivityDetail } from '../../../contract/features/activity'
import { longestCopy } from '../../../contract/limits'
import { fitColumns } from '../../records/table/columns'
import { Address } from '../../testing/Address'
import { announced } from '../../testing/announced'
import type { Answers } from '../../testing/fake-bridge'
import { testEnvironments, testSyncStatus, testWorkspace, untriaged } from '../../testing/places'
import { renderView } from '../../testing/render'
import { sampleFeedback, sampleId, sampleOutcome } from '../../testing/sample-records'
import { ActivityView } from '.'
import { activityColumns } from './activity-columns'

// Tests have no layout, so the table is told its visible size.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  return () => vi.restoreAllMocks()
})

const production = { ...testWorkspace, environment: 'production' as const }

const entry = (changeId: string, changes: Partial<ActivityDetail> = {}): ActivityDetail => ({
  changeId,
  workspace: testWorkspace,
  kind: 'createInsight',
  targetId: `target-${changeId}`,
  title: `Brakes squeal ${changeId}`,
  state: 'done',
  error: null,
  attempts: 1,
  version: 3,
  createdAt: '2026-01-02T10:00:00.000Z',
  settledAt: '2026-01-02T10:00:01.200Z',
  request: 'POST /organisations/o/workspaces/w/insights',
  body: '{"title":"Brakes squeal"}',
  content: null,
  ...changes,
})

const refused = entry('refused', {
  state: 'failed',
  settledAt: null,
  error: new AppError('REFUSED', 'The title is too long.').report,
})

const deleted = entry('deleted', {
  kind: 'deleteKnowledge',
  workspace: production,
  title: 'Old brake manual',
  request: 'DELETE /organisations/o/workspaces/w/knowledge/k',
  body: null,
  content: '{"title":"Old brake manual","description":"<b>Squeeze</b> twice.","url":null}',
})

interface Options {
  readonly answers?: Answers
  readonly route?: string
}

function open(entries: readonly ActivityDetail[], { answers, route = '/activity' }: Options = {}) {
  const ui = (
    <>
      <ActivityView />
      <Address />
    </>
  )
  return renderView(ui, {
    route,
    path: '/activity/:id?',
    answers: {
      'activity.query': ({ text, workspace, offset, limit }) => {
        const matching = entries.filter(
          (each) =>
            each.title.toLowerCase().includes(text.toLowerCase()) &&
            (workspace === null || each.workspace.environment === workspace.environment),
        )
        return { rows: matching.slice(offset, offset + limit), total: matching.length, all: entries.length }
      },
      'activity.get': ({ workspace, changeId }) => {
        const found = entries.find(
          (each) =>
            each.changeId === changeId && (workspace === null || each.workspace.environment === workspace.environment),
        )
        if (found === undefined) throw new AppError('NOT_FOUND', '')
        return found
      },
      ...answers,
    },
  })
}

type Calls = readonly { readonly name: string; readonly input: unknown }[]
const inputs = (calls: Calls, wanted: string) => calls.filter(({ name }) => name === wanted).map(({ input }) => input)
const row = (name: RegExp) => screen.findByRole('row', { name })
const details = async () => within(await screen.findByRole('region', { name: 'Activity details' }))

it('lists every change with its environment, workspace and result', async () => {
  open([refused, deleted, entry('done')])
  expect(await row(/squeal done/)).toHaveTextContent(/Staging.*Trial bikes.*New insight.*Done.*1\.2 s/)
  expect(await row(/Old brake manual/)).toHaveTextContent(/Production.*Real bikes.*Delete knowledge item/)
  expect(await row(/squeal refused/)).toHaveTextContent(/The service rejected this.*Rejected.*–/)
  expect(screen.getByRole('table', { name: 'Activity' })).toHaveAttribute('aria-rowcount', '4')
  expect(screen.getByText('Old brake manual')).toBeInTheDocument()
})

it('renders only the rows near the viewport and queries them in pages', async () => {
  const { bridge } = open(Array.from({ length: 2000 }, (_, place) => entry(`number ${place}`)))
  await row(/number 0/)
  expect(screen.getAllByRole('row').length).toBeLessThan(60)
  expect(inputs(bridge.calls, 'activity.query')[0]).toMatchObject({ workspace: null, offset: 0, limit: 100 })
})

it('searches all workspaces or only the open one', async () => {
  const { bridge } = open([deleted, entry('done')])
  await row(/squeal done/)
  await userEvent.click(screen.getByRole('button', { name: 'Only Trial bikes' }))
  expect(await screen.findByText('1 of 2 changes')).toBeInTheDocument()
  expect(inputs(bridge.calls, 'activity.query').at(-1)).toMatchObject({ workspace: testWorkspace })
  await userEvent.click(screen.getByRole('button', { name: 'Only Trial bikes' }))
  expect(await screen.findByText('2 changes')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Only Trial bikes' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search activity' }), 'manual')
  expect(await screen.findByText('No matching changes')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  expect(await row(/Old brake manual/)).toBeInTheDocument()
})

it('lists only the changes to review, until that filter is turned off', async () => {
  const { bridge } = open([entry('a'), entry('b')])
  await row(/squeal a/)
  const asked = () => inputs(bridge.calls, 'activity.query').at(-1)
  expect(asked()).not.toHaveProperty('isToReview')
  const chip = screen.getByRole('button', { name: 'To review' })
  await userEvent.click(chip)
  expect(chip).toHaveAttribute('aria-pressed', 'true')
  await waitFor(() => expect(asked()).toMatchObject({ workspace: null, isToReview: true }))
  expect(screen.getByLabelText('Address')).toHaveTextContent('/activity?status=review')
  await userEvent.click(chip)
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/activity'))
})

it('shows the request and its body, and links to the target', async () => {
  open([entry('done')])
  await userEvent.click(await row(/squeal done/))
  const pane = await details()
  expect(await pane.findByText('POST /organisations/o/workspaces/w/insights')).toBeInTheDocument()
  expect(pane.getByText(/"title": "Brakes squeal"/)).toBeInTheDocument()
  expect(pane.getByText('Total time, including waiting').nextSibling).toHaveTextContent('1.2 s')
  expect(pane.getByText('Created')).toBeInTheDocument()
  expect(pane.getByText('Completed')).toBeInTheDocument()
  expect(pane.getByText('Attempts').nextSibling).toHaveTextContent('1')
  expect(pane.getByRole('link', { name: 'Brakes squeal done' })).toHaveAttribute('href', '/insights/target-done')
  expect(screen.getByLabelText('Address')).toHaveTextContent('/activity/done')
})

const linking = entry('linking', {
  ...{ kind: 'linkMetric', title: 'Rides 30 days' },
  body: JSON.stringify({ outcomeIds: [sampleId(1), sampleId(2)] }),
})
const goalAnswers: Answers = {
  'outcomes.get': ({ id }) => sampleOutcome(1, { id, title: `Goal ${id}`, hideContent: id === sampleId(2) }),
}

it('names the goals of a change, and leads to them', async () => {
  open([linking], { route: '/activity/linking', answers: goalAnswers })
  const pane = await details()
  const goals = within(await pane.findByRole('region', { name: 'Goals' }))
  const link = await goals.findByRole('link', { name: `Goal ${sampleId(1)}` })
  expect(link).toHaveAttribute('href', `/goals/${sampleId(1)}`)
  expect(goals.getByText('Hidden content')).toBeInTheDocument()
  expect(goals.queryByText(`Goal ${sampleId(2)}`)).not.toBeInTheDocument()
  expect(pane.getByText(/"outcomeIds"/).closest('details')).not.toHaveAttribute('open')
  expect(pane.queryByRole('region', { name: 'Feedback' })).not.toBeInTheDocument()
})

it('asks the workspace of the change for its goals, and leads to none of another one', async () => {
  const far = { ...linking, workspace: production }
  const { bridge } = open([far], { route: '/activity/linking', answers: goalAnswers })
  const goals = within(await (await details()).findByRole('region', { name: 'Goals' }))
  expect(await goals.findByText(`Goal ${sampleId(1)}`)).toBeInTheDocument()
  expect(goals.queryByRole('link')).not.toBeInTheDocument()
  expect(inputs(bridge.calls, 'outcomes.get')).toContainEqual({ workspace: production, id: sampleId(1) })
})

it('names the feedback of a new insight, and leads to it', async () => {
  const created = entry('done', { body: JSON.stringify({ feedbackIds: [sampleId(1)] }) })
  const answers: Answers = { 'feedback.get': ({ id }) => sampleFeedback(1, { id, content: 'It squeals.' }) }
  open([created], { route: '/activity/done', answers })
  const feedback = within(await (await details()).findByRole('region', { name: 'Feedback' }))
  const link = await feedback.findByRole('link', { name: '“It squeals.”' })
  expect(link).toHaveAttribute('href', `/feedback/${sampleId(1)}`)
})

it('says how long a change waited and its request took', async () => {
  open([entry('done', { requestMs: 800 })], { route: '/activity/done' })
  const pane = await details()
  expect((await pane.findByText('Time')).nextSibling).toHaveTextContent('Waited 0.4 s · request 0.8 s')
  expect(pane.queryByText('Total time, including waiting')).not.toBeInTheDocument()
})

it('gives no time for a change that is not completed', async () => {
  open([refused], { route: '/activity/refused' })
  const pane = await details()
  expect(await pane.findByText('Attempts')).toBeInTheDocument()
  expect(pane.queryByText(/^(Completed|Time|Total time)/)).not.toBeInTheDocument()
})

it('links to no target in another workspace', async () => {
  open([entry('far', { workspace: production })], { route: '/activity/far' })
  const pane = await details()
  expect(await pane.findByRole('heading', { name: 'Brakes squeal far' })).toBeInTheDocument()
  expect(pane.queryByRole('link', { name: 'Brakes squeal far' })).not.toBeInTheDocument()
})

it('links to no insight that the service rejected or the person discarded', async () => {
  open([entry('given up', { state: 'discarded' })])
  await userEvent.click(await row(/squeal given up/))
  const pane = await details()
  expect(await pane.findByRole('heading', { name: 'Brakes squeal given up' })).toBeInTheDocument()
  expect(pane.queryByRole('link', { name: 'Brakes squeal given up' })).not.toBeInTheDocument()
})

it('keeps deleted content readable as plain text and copyable as JSON', async () => {
  const { bridge } = open([deleted], { answers: { 'shell.copyText': () => null } })
  await userEvent.click(await row(/Old brake manual/))
  const pane = await details()
  await pane.findByRole('region', { name: 'Deleted content' })
  expect(pane.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent?.trim())).toEqual([
    'Deleted content',
    'Details',
  ])
  const content = within(pane.getByRole('region', { name: 'Deleted content' }))
  expect(content.getByText('<b>Squeeze</b> twice.')).toBeInTheDocument()
  expect(content.queryByText('Url')).not.toBeInTheDocument()
  expect(content.queryByRole('button', { name: 'Reveal hidden linked records' })).not.toBeInTheDocument()
  await userEvent.click(content.getByText('JSON'))
  await userEvent.click(content.getByRole('button', { name: 'Copy deleted content as JSON' }))
  expect(inputs(bridge.calls, 'shell.copyText')).toEqual([
    { text: JSON.stringify(JSON.parse(deleted.content ?? ''), null, 2) },
  ])
  await announced('Copied')
})

it.each([
  ['deleteKnowledge', 'done', 'knowledge'],
  ['deleteOutcome', 'done', 'outcome'],
  ['createInsight', 'discarded', 'insight'],
  ['createInsight', 'done', null],
  ['deleteOutcome', 'waiting', null],
] as const)('shows the note on the record of a change %s that is %s as of %s', async (kind, state, gone) => {
  const { bridge } = open([entry('noted', { kind, state })], {
    ...{ route: '/activity/noted', answers: { 'triage.get': () => ({ ...untriaged, note: 'Ask Anna' }) } },
  })
  const pane = await details()
  await pane.findByRole('region', { name: 'Details' })
  if (gone !== null) expect(await pane.findByText('Ask Anna')).toBeInTheDocument()
  const kinds = inputs(bridge.calls, 'triage.get').map((input) => (input as { kind: string }).kind)
  expect(kinds).toEqual(gone === null ? [] : [gone])
})

it('says when deleted content is too long to copy', async () => {
  const long = { ...deleted, content: JSON.stringify({ title: 'x'.repeat(longestCopy) }) }
  open([long], { route: `/activity/${deleted.changeId}` })
  const content = within(await (await details()).findByRole('region', { name: 'Deleted content' }))
  await userEvent.click(content.getByText('JSON'))
  await userEvent.click(content.getByRole('button', { name: 'Copy deleted content as JSON' }))
  expect(await screen.findByText(/^Too long to copy\./)).toBeInTheDocument()
})

it('shows deleted content of a hidden record only on request', async () => {
  open([entry('done', { kind: 'deleteOutcome', content: '{"title":"Secret aim","hideContent":true}' })], {
    route: '/activity/done',
  })
  const content = within(await (await details()).findByRole('region', { name: 'Deleted content' }))
  expect(content.queryByText('Secret aim')).not.toBeInTheDocument()
  await userEvent.click(content.getByRole('button', { name: 'Reveal' }))
  expect(content.getByText('Secret aim')).toBeInTheDocument()
})

it('shows the hidden records linked to a deleted goal only on request', async () => {
  const insights = [
    { id: 'i1', title: 'Brakes squeal', hideContent: false },
    { id: 'i2', title: 'Secret insight', hideContent: true },
  ]
  const goal = JSON.stringify({ title: 'Quiet brakes', hideContent: false, insights })
  open([entry('done', { kind: 'deleteOutcome', content: goal })], { route: '/activity/done' })
  const content = within(await (await details()).findByRole('region', { name: 'Deleted content' }))
  expect(content.getByText(/Brakes squeal/, { selector: 'p' })).toBeInTheDocument()
  expect(content.queryByText(/Secret insight/)).not.toBeInTheDocument()
  await userEvent.click(content.getByRole('button', { name: 'Reveal hidden linked records' }))
  expect(content.getAllByText(/Secret insight/)).not.toEqual([])
  expect(content.queryByRole('button', { name: 'Reveal hidden linked records' })).not.toBeInTheDocument()
})

it('offers no actions for a change that is being sent', async () => {
  open([entry('sending', { state: 'sending' })], { route: '/activity/sending' })
  const pane = await details()
  await pane.findByText('POST /organisations/o/workspaces/w/insights')
  expect(pane.queryByRole('button', { name: /Retry|Send|Discard/ })).not.toBeInTheDocument()
})

it('retries once when the button is pressed twice before it shows that it is retrying', async () => {
  const { bridge } = open([refused], { route: '/activity/refused', answers: { 'activity.retry': () => null } })
  const button = await (await details()).findByRole('button', { name: 'Retry Brakes squeal refused' })
  act(() => {
    for (const _ of [1, 2]) fireEvent.click(button)
  })
  await announced('Sending')
  expect(inputs(bridge.calls, 'activity.retry')).toHaveLength(1)
})

it('retries at once, and asks before discarding', async () => {
  const { bridge } = open([refused], {
    route: '/activity/refused',
    answers: { 'activity.retry': () => null, 'activity.discard': () => null },
  })
  const pane = await details()
  const input = { workspace: testWorkspace, changeId: 'refused', version: 3 }
  expect(await pane.findByText('The title is too long.')).toBeInTheDocument()
  await userEvent.click(pane.getByRole('button', { name: 'Retry Brakes squeal refused' }))
  await waitFor(() => expect(inputs(bridge.calls, 'activity.retry')).toEqual([input]))
  await announced('Sending')

  const discard = pane.getByRole('button', { name: 'Discard Brakes squeal refused' })
  await waitFor(() => expect(discard).toBeEnabled())
  await userEvent.click(discard)
  expect(inputs(bridge.calls, 'activity.discard')).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(inputs(bridge.calls, 'activity.discard')).toEqual([input]))
  await announced('Change discarded')
})

const notice = () => document.querySelector('.mantine-Notification-root')

it('says that a change is still waiting after a retry while the service is unavailable', async () => {
  const offline = { ...refused, state: 'waiting' as const, error: new AppError('CONNECTION_REFUSED', '').report }
  open([offline], { route: '/activity/refused', answers: { 'activity.retry': () => null } })
  const pane = await details()
  await userEvent.click(await pane.findByRole('button', { name: 'Send now: Brakes squeal refused' }))
  const said = 'Saved on this computer. It will be sent once the service is available.'
  await waitFor(() => expect(notice()).toHaveTextContent(said))
})

it('says nothing of it in another workspace that the person opened meanwhile', async () => {
  const answers: ((detail: ActivityDetail) => void)[] = []
  let environments = testEnvironments
  let isRetried = false
  const offline = { ...refused, state: 'waiting' as const, error: new AppError('CONNECTION_REFUSED', '').report }
  const { bridge } = open([offline], {
    route: '/activity/refused',
    answers: {
      'environments.list': () => environments,
      'activity.retry': () => {
        isRetried = true
        return null
      },
      'activity.get': () => (isRetried ? new Promise((resolve) => answers.push(resolve)) : offline),
    },
  })
  const pane = await details()
  await userEvent.click(await pane.findByRole('button', { name: 'Send now: Brakes squeal refused' }))
  await waitFor(() => expect(answers).not.toEqual([]))
  environments = { ...testEnvironments, active: production }
  act(() => bridge.push('environments.changed', environments))
  await act(async () => {
    for (const answer of answers) answer(offline)
  })
  expect(notice()).toBeNull()
})

it.each([
  ['this workspace', testWorkspace, /^This needs a connection to the service\./, 0],
  ['another one', { ...testWorkspace, workspaceId: '99999999-9999-4999-8999-999999999999' }, '', 1],
])('while this workspace is offline, says why it can’t send a change of %s, or sends it', async (...each) => {
  const [, workspace, reason, sent] = each
  const waiting = { ...refused, workspace, state: 'waiting' as const, error: null }
  const { bridge } = open([waiting], {
    route: '/activity/refused',
    answers: { 'activity.retry': () => null, 'sync.status': () => ({ ...testSyncStatus, state: 'offline' }) },
  })
  const pane = await details()
  const send = await pane.findByRole('button', { name: 'Send now: Brakes squeal refused' })
  expect(send).toHaveAccessibleDescription(reason)
  await userEvent.click(send)
  await waitFor(() => expect(inputs(bridge.calls, 'activity.retry')).toHaveLength(sent))
})

it('shows the environment of each change even in a small window with details open', () => {
  const columns = activityColumns({ isRevealed: () => false, onReveal: () => {}, onHide: () => {} })
  expect(fitColumns(columns, { width: 440, sorting: '' }).columns.map(({ id }) => id)).toEqual([
    'environment',
    'target',
    'state',
  ])
})

it('keeps the focus on a busy button, and starts its action only once', async () => {
  const ends: (() => void)[] = []
  const later = (result: object | null) => () =>
    new Promise<never>((resolve) => ends.push(() => resolve(result as never)))
  const { bridge } = open([refused], {
    route: '/activity/refused',
    answers: { 'activity.retry': later(null) },
  })
  const pane = await details()
  const button = await pane.findByRole('button', { name: 'Retry Brakes squeal refused' })
  button.focus()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(button).toHaveFocus()
  expect(inputs(bridge.calls, 'activity.retry')).toHaveLength(1)
  await userEvent.click(pane.getByRole('button', { name: 'Discard Brakes squeal refused' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  button.focus()
  for (const end of ends.splice(0)) end()
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
  expect(button).toHaveFocus()
})

it('moves the focus to the details when the buttons of a settled change disappear', async () => {
  let state: ActivityDetail['state'] = 'failed'
  open([refused], {
    route: '/activity/refused',
    answers: {
      'activity.get': () => ({ ...refused, state }),
      'activity.retry': () => {
        state = 'done'
        return null
      },
    },
  })
  const pane = await details()
  const retry = await pane.findByRole('button', { name: 'Retry Brakes squeal refused' })
  retry.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(retry).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('region', { name: 'Activity details' })).toHaveFocus())
  expect(notice()).toBeNull()
})

it('lets a tampered change be read and discarded, but never sent', async () => {
  const tampered = entry('tampered', { ...refused, changeId: 'tampered', error: new AppError('TAMPERED', '').report })
  open([tampered], { route: '/activity/tampered' })
  const pane = await details()
  expect(await pane.findByText('Modified outside the app')).toBeInTheDocument()
  expect(pane.getByText('This change was modified outside the app')).toBeInTheDocument()
  expect(pane.getByRole('button', { name: /^Discard/ })).toBeEnabled()
  expect(pane.queryByRole('button', { name: /Retry|Send/ })).not.toBeInTheDocument()
  expect(pane.queryByRole('link', { name: /retry/ })).not.toBeInTheDocument()
})

it('says why a change could not be sent again', async () => {
  open([refused], {
    route: '/activity/refused',
    answers: {
      'activity.retry': () => {
        throw new AppError('ENVIRONMENT_LOCKED', '')
      },
    },
  })
  const pane = await details()
  await userEvent.click(await pane.findByRole('button', { name: 'Retry Brakes squeal refused' }))
  expect(await pane.findByText('This environment is read-only')).toBeInTheDocument()
})

it('shows why the last attempt failed, and not why the one before it did', async () => {
  let isLocked = true
  open([refused], {
    route: '/activity/refused',
    answers: {
      'activity.retry': () => {
        if (isLocked) throw new AppError('ENVIRONMENT_LOCKED', '')
        return null
      },
      'activity.discard': () => {
        throw new AppError('LIBRARY_UNAVAILABLE', '')
      },
    },
  })
  const pane = await details()
  await userEvent.click(await pane.findByRole('button', { name: 'Retry Brakes squeal refused' }))
  expect(await pane.findByText('This environment is read-only')).toBeInTheDocument()
  await userEvent.click(pane.getByRole('button', { name: 'Discard Brakes squeal refused' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await pane.findByText('The local library isn’t ready')).toBeInTheDocument()
  expect(pane.queryByText('This environment is read-only')).not.toBeInTheDocument()
  isLocked = false
  await userEvent.click(pane.getByRole('button', { name: 'Retry Brakes squeal refused' }))
  await waitFor(() => expect(pane.queryByText('The local library isn’t ready')).not.toBeInTheDocument())
})

it('says how to send a production change again while another environment is open', async () => {
  const { bridge } = open([{ ...refused, workspace: production }], { route: '/activity/refused' })
  const pane = await details()
  const retry = await pane.findByRole('button', { name: 'Retry Brakes squeal refused' })
  expect(retry).toHaveAccessibleDescription('Read-only: open its workspace and unlock editing first.')
  expect(pane.queryByRole('link', { name: /^Edit and retry/ })).not.toBeInTheDocument()
  await userEvent.click(retry)
  expect(inputs(bridge.calls, 'activity.retry')).toEqual([])
})

it('explains the empty list before the first change', async () => {
  open([])
  expect(await screen.findByText('No changes yet')).toBeInTheDocument()
})

it('explains the empty list before the first change with a filter on, too', async () => {
  open([], { route: '/activity?status=here' })
  expect(await screen.findByText('No changes yet')).toBeInTheDocument()
  expect(screen.queryByText('No matching changes')).not.toBeInTheDocument()
})

it('shows a hidden record as Hidden content, with its ID only in a collapsed section', async () => {
  const hidden = entry('hidden', { kind: 'markAllSeen', title: '', isHidden: true })
  open([hidden], { route: '/activity/hidden' })
  const row = await screen.findByRole('row', { name: /Hidden content/ })
  expect(row).not.toHaveTextContent('target-hidden')
  expect(await screen.findByRole('heading', { name: 'Hidden content' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Hidden content' })).toHaveAttribute('href', '/opportunities/target-hidden')
  expect(screen.getByText('target-hidden').closest('details')).not.toHaveAttribute('open')
})
