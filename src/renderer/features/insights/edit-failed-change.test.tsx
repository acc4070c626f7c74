// Edit and retry: the form, filled with the rejected values.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { ActivityDetail } from '../../../contract/features/activity'
import type { Answers } from '../../testing/fake-bridge'
import { testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { InsightsView } from '.'

const fields = [{ path: ['title'], message: 'At most ten characters.' }]
const refused: ActivityDetail = {
  ...{ changeId: 'c1', workspace: testWorkspace, kind: 'createInsight', targetId: 'i1', title: 'Much too long' },
  ...{ state: 'failed', error: new AppError('REFUSED', 'Not like this.', { fields }).report, attempts: 1, version: 3 },
  ...{ createdAt: '2026-01-02T10:00:00.000Z', settledAt: null, request: 'POST /insights', content: null },
  body: JSON.stringify({
    ...{ id: 'i1', type: 'Bug', title: 'Much too long', description: 'It breaks.', combinedScore: 2 },
    feedbackIds: ['123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-a456-426614174001'],
  }),
}

async function open(answers: Answers = {}) {
  const view = (
    <>
      <InsightsView />
      <Link to="/insights?edit=c2">Another</Link>
    </>
  )
  const { bridge, goBack } = renderView(view, {
    route: '/insights?edit=c1',
    path: '/insights/:id?',
    answers: {
      'insights.query': () => ({ rows: [], total: 0, all: 0, unseen: 0 }),
      'shell.painted': () => null,
      'activity.get': () => refused,
      'insights.draft': () => null,
      'insights.saveDraft': () => ({ savedAt: '2026-01-02T11:00:00.000Z' }),
      'insights.discardDraft': () => null,
      'insights.get': () => {
        throw new AppError('NOT_FOUND', '')
      },
      'feedback.get': () => {
        throw new AppError('NOT_FOUND', '')
      },
      ...answers,
    },
  })
  const form = within(await screen.findByRole('dialog', { name: 'Edit insight' }))
  return { bridge, goBack, form }
}

it('fills the form with the rejected values, and shows the service’s errors on their fields', async () => {
  const { form, bridge } = await open()
  const title = await form.findByRole('textbox', { name: 'Title' })
  expect(title).toHaveValue('Much too long')
  expect(title).toHaveAccessibleDescription(/At most ten characters/)
  expect(title).toHaveFocus()
  expect(
    form.getByText(/^The service rejected this insight\. Saving replaces it with your edited version\./),
  ).toBeInTheDocument()
  expect(form.queryByText('Save again to replace it with this version.')).not.toBeInTheDocument()
  expect(form.getByRole('textbox', { name: 'Feedback IDs' })).toHaveValue(
    '123e4567-e89b-42d3-a456-426614174000\n123e4567-e89b-42d3-a456-426614174001',
  )
  expect(form.getByRole('textbox', { name: 'Score' })).toHaveValue('2')
  const input = { workspace: testWorkspace, changeId: 'c1' }
  expect(bridge.calls).toContainEqual({ name: 'insights.draft', input })
})

it('fills the form with the values of another change once the address leads to that one', async () => {
  const { form } = await open({
    'activity.get': ({ changeId }) => ({
      ...{ ...refused, changeId },
      body: JSON.stringify({ title: `Title of ${changeId}` }),
    }),
  })
  expect(await form.findByRole('textbox', { name: 'Title' })).toHaveValue('Title of c1')
  fireEvent.click(screen.getByText('Another'))
  await waitFor(() => expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Title of c2'))
})

it('begins again with the words that were typed last while they are still being saved', async () => {
  let answer = () => {}
  const { form, bridge, goBack } = await open({
    'activity.get': ({ changeId }) => ({ ...refused, changeId, body: JSON.stringify({ title: changeId }) }),
    'insights.saveDraft': () =>
      new Promise((resolve) => {
        answer = () => resolve({ savedAt: '2026-01-02T11:00:00.000Z' })
      }),
  })
  fireEvent.change(await form.findByRole('textbox', { name: 'Title' }), { target: { value: 'Typed' } })
  fireEvent.click(screen.getByText('Another'))
  await waitFor(() => expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('c2'))
  expect(bridge.calls.filter(({ name }) => name === 'insights.saveDraft')).toHaveLength(1)
  await goBack()
  await waitFor(() => expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Typed'))
  await act(async () => answer())
})

it('says that an edited insight was rejected again whose form is closed, and where it is', async () => {
  let refuse = () => {}
  const { form, bridge } = await open({
    'insights.edit': () => new Promise((_, reject) => (refuse = () => reject(new AppError('REFUSED', '')))),
  })
  await form.findByRole('textbox', { name: 'Title' })
  await userEvent.click(form.getByRole('button', { name: 'Save and send' }))
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('insights.edit'))
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await act(async () => refuse())
  const notice = await screen.findByText('Couldn’t send “Much too long”')
  expect(notice.parentElement).toHaveTextContent('It’s in Activity, where you can edit and retry it.')
})

it('resends the same change with the edited values, and stays open when it is rejected again', async () => {
  let times = 0
  const { form, bridge } = await open({
    'activity.get': () => ({ ...refused, version: 3 + 3 * times }),
    'insights.edit': () => {
      times += 1
      if (times === 1) {
        throw new AppError('REFUSED', '', { fields: [{ path: ['description'], message: 'Say more.' }] })
      }
      return { insightId: 'i1', changeId: 'c1', state: 'done', error: null }
    },
  })
  const title = await form.findByRole('textbox', { name: 'Title' })
  await userEvent.clear(title)
  await userEvent.type(title, 'Short')
  await userEvent.click(form.getByRole('button', { name: 'Save and send' }))
  const description = form.getByRole('textbox', { name: 'Description' })
  await waitFor(() => expect(description).toHaveAccessibleDescription(/Say more/))
  expect(title).toHaveValue('Short')
  await userEvent.type(description, ' Always.')
  await userEvent.click(form.getByRole('button', { name: 'Save and send' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit insight' })).not.toBeInTheDocument())
  const insight = { title: 'Short', description: 'It breaks. Always.', combinedScore: 2 }
  const sent = bridge.calls.findLast(({ name }) => name === 'insights.edit')?.input
  // The rejected edit is in the journal, so the second edit is based on that version.
  expect(sent).toMatchObject({ workspace: testWorkspace, changeId: 'c1', version: 6, insight })
  expect(bridge.calls.map(({ name }) => name)).not.toContain('insights.create')
})

it('reports a conflict, and replaces the other edit when saved again', async () => {
  let version = 3
  const { form, bridge } = await open({
    'activity.get': () => ({ ...refused, version }),
    'insights.edit': (input) => {
      if (input.version !== version) throw new AppError('CONFLICT', 'This change was updated. Check it again.')
      return { insightId: 'i1', changeId: 'c1', state: 'done', error: null }
    },
  })
  await form.findByRole('textbox', { name: 'Title' })
  version = 4
  await userEvent.click(form.getByRole('button', { name: 'Save and send' }))
  expect(await form.findByText('Save again to replace it with this version.')).toBeInTheDocument()
  await userEvent.click(form.getByRole('button', { name: 'Save and send' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit insight' })).not.toBeInTheDocument())
  expect(bridge.calls.findLast(({ name }) => name === 'insights.edit')?.input).toMatchObject({ version: 4 })
})

it('keeps saying after a conflict that saving again replaces the other edit', async () => {
  const { form } = await open({
    'insights.edit': () => {
      throw new AppError('CONFLICT', 'This change was updated. Check it again.')
    },
  })
  const title = await form.findByRole('textbox', { name: 'Title' })
  await userEvent.click(form.getByRole('button', { name: 'Save and send' }))
  expect(await form.findByText('Save again to replace it with this version.')).toBeInTheDocument()
  fireEvent.change(title, { target: { value: '' } })
  await userEvent.click(form.getByRole('button', { name: 'Save and send' }))
  expect(await form.findByText('1 field needs attention')).toBeInTheDocument()
  fireEvent.change(title, { target: { value: 'Short' } })
  expect(await form.findByText('Ready to try again')).toBeInTheDocument()
  expect(form.getByText('Save again to replace it with this version.')).toBeInTheDocument()
})

it('does not offer to replace a change that was sent in the meantime', async () => {
  let state: ActivityDetail['state'] = 'failed'
  const { form } = await open({
    'activity.get': () => ({ ...refused, state, version: state === 'failed' ? 3 : 4 }),
    'insights.edit': () => {
      throw new AppError('CONFLICT', 'This change was updated. Check it again.')
    },
  })
  await form.findByRole('textbox', { name: 'Title' })
  state = 'done'
  await userEvent.click(form.getByRole('button', { name: 'Save and send' }))
  expect(await form.findByRole('alert')).toHaveTextContent(/edited, sent or discarded/)
  expect(form.queryByText('Save again to replace it with this version.')).not.toBeInTheDocument()
})

it('starts from the change’s draft, saves it when closed half-way, and does not discard the change', async () => {
  const { form, bridge } = await open({
    'insights.draft': () => ({ values: { title: 'Half edited' }, savedAt: '2026-01-02T10:30:00.000Z' }),
  })
  const title = await form.findByRole('textbox', { name: 'Title' })
  expect(title).toHaveValue('Half edited')
  await userEvent.type(title, '!')
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await waitFor(() =>
    expect(bridge.calls.findLast(({ name }) => name === 'insights.saveDraft')?.input).toMatchObject({
      changeId: 'c1',
      values: { title: 'Half edited!' },
    }),
  )
  expect(bridge.calls.map(({ name }) => name)).not.toContain('activity.discard')
  // The draft belongs to the change: it is none of a new insight.
  expect(screen.queryByRole('button', { name: /draft/ })).not.toBeInTheDocument()
})

it('returns to the rejected values and their errors when the draft is discarded', async () => {
  const { form } = await open({
    'insights.draft': () => ({ values: { title: 'Half edited' }, savedAt: '2026-01-02T10:30:00.000Z' }),
  })
  const title = await form.findByRole('textbox', { name: 'Title' })
  await userEvent.type(title, '!')
  expect(title).not.toHaveAccessibleDescription(/At most ten characters/)
  const said = form.getByRole('alert')
  await userEvent.click(form.getByRole('button', { name: 'Discard draft' }))
  expect(title).toHaveValue('Much too long')
  // A new alert would be announced as if there had been another attempt.
  expect(form.getByRole('alert')).toBe(said)
  expect(title).toHaveAccessibleDescription(/At most ten characters/)
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.queryByText(/^Discarded/)).not.toBeInTheDocument()
})

it.each([
  ['was sent', { state: 'done' }],
  ['is no insight', { kind: 'linkMetric' }],
] as const)('says when the change no longer needs editing as it %s, and shows no form', async (_, changes) => {
  const { form } = await open({ 'activity.get': () => ({ ...refused, ...changes }) })
  expect(await form.findByRole('alert')).toHaveTextContent('no longer needs editing')
  expect(form.queryByRole('textbox')).not.toBeInTheDocument()
})

it('says that the change could not be read, and reads it again on request', async () => {
  let isBroken = true
  const { form } = await open({
    'activity.get': () => {
      if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', '')
      return refused
    },
  })
  const retry = await form.findByRole('button', { name: 'Try again' })
  expect(form.queryByRole('textbox')).not.toBeInTheDocument()
  isBroken = false
  await userEvent.click(retry)
  expect(await form.findByRole('textbox', { name: 'Title' })).toHaveValue('Much too long')
})
