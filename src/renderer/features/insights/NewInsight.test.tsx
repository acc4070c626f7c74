import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type InitialEntry, useLocation } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { EnvironmentList } from '../../../contract/features/environments'
import { type CreateResult, mostDrafts, type NamedDraft, tooManyDrafts } from '../../../contract/features/insights'
import { saveBeforeClosing } from '../../client/closing'
import { forgetEnvironment } from '../../client/forgetting'
import { type Answers, fakeBridge } from '../../testing/fake-bridge'
import { renderView, testEnvironments, testWorkspace } from '../../testing/render'
import { answersFor, sampleId, sampleRow } from '../../testing/sample-insights'
import { InsightsView } from '.'

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}

/** The form's code is loaded when it first opens; in a test that means compiled. */
const firstLoadMs = 15_000

const created: CreateResult = { insightId: sampleId(1), changeId: 'change', state: 'done', error: null }

// The DOM of these tests does not connect a select with its label, so it is found by its role, as the first of the form.
const typeField = (form: ReturnType<typeof within>) => form.getAllByRole('combobox')[0] as HTMLElement

const keptDraft = (draftId: string, values: Record<string, string>): NamedDraft => ({
  ...{ draftId, values },
  savedAt: '2026-01-01T10:00:00Z',
})

async function openDialog(answers: Answers, route: InitialEntry = '/insights?new=1') {
  const view = (
    <>
      <InsightsView />
      <Address />
    </>
  )
  const { bridge } = renderView(view, {
    route,
    path: '/insights/:id?',
    answers: {
      ...answersFor(() => [sampleRow(1)]),
      'insights.drafts': () => [],
      'insights.saveDraft': () => ({ savedAt: '2026-01-01T10:00:00Z' }),
      'insights.discardDraft': () => null,
      ...answers,
    },
  })
  const dialog = await screen.findByRole('dialog', { name: 'New insight' }, { timeout: firstLoadMs })
  return { bridge, form: within(dialog) }
}

async function openForm(answers: Answers = {}, route?: InitialEntry) {
  const { bridge, form } = await openDialog(answers, route)
  await form.findByLabelText('Title')
  const sent = () => bridge.calls.filter(({ name }) => name === 'insights.create').map(({ input }) => input)
  const drafts = () => bridge.calls.filter(({ name }) => /Draft$/.test(name)).map(({ name }) => name)
  /** Calls to main from the first attempt to send, without the reads of the list. */
  const sinceSent = () => {
    const writes = bridge.calls.filter(({ name }) => name === 'insights.create' || /Draft$/.test(name))
    return writes.slice(writes.findIndex(({ name }) => name === 'insights.create')).map(({ name }) => name)
  }
  return { bridge, form, sent, drafts, sinceSent }
}

// A draft that one test could not save would be saved in the next. The page unmounts first: its requests belong to this test.
afterEach(async () => {
  cleanup()
  fakeBridge({ 'insights.saveDraft': () => ({ savedAt: '2026-01-01T10:00:00Z' }) })
  await act(saveBeforeClosing)
})

type Form = Awaited<ReturnType<typeof openForm>>['form']

async function fill(form: Form) {
  await userEvent.selectOptions(typeField(form), 'Bug')
  await userEvent.click(form.getByLabelText('Title'))
  await userEvent.paste('Late alarm')
  await userEvent.click(form.getByLabelText('Description'))
  await userEvent.paste('It rings after the theft.')
}

/** Longer than the typing pause before a save. */
const longerThanAPause = () => act(() => new Promise((resolve) => setTimeout(resolve, 600)))

const submit = (form: Form) => userEvent.click(form.getByRole('button', { name: 'Create insight' }))

it('sends nothing until it is complete: says so on each field, with a summary, the focus on the first', async () => {
  const { form, sent } = await openForm()
  await userEvent.click(form.getByRole('button', { name: 'IDs and scores (optional)' }))
  await userEvent.type(form.getByLabelText('Feedback IDs'), 'nonsense')
  await submit(form)
  expect(form.getByRole('alert')).toHaveTextContent('4 fields need attention')
  // Each error once: the summary links to the fields, which show their errors.
  expect(form.getAllByText(/Enter a title/)).toHaveLength(1)
  expect(form.getByText('Trial bikes').closest('[data-environment]')).toHaveTextContent('Staging')
  await waitFor(() => expect(typeField(form)).toHaveFocus())
  expect(form.getByLabelText('Title')).toHaveAccessibleDescription('Enter a title.')
  expect(form.getByLabelText('Title')).toBeInvalid()
  expect(form.getByLabelText('Feedback IDs')).toHaveAccessibleDescription(/“nonsense” isn’t a UUID/)
  await userEvent.click(within(form.getByRole('alert')).getByRole('button', { name: 'Description' }))
  expect(form.getByLabelText('Description')).toHaveFocus()
  await userEvent.type(form.getByLabelText('Title'), 'x')
  expect(form.getByLabelText('Title')).toBeValid()
  expect(sent()).toEqual([])
})

it('unfolds the scores on request and sends those that were typed', async () => {
  const { form, sent } = await openForm({ 'insights.create': () => created })
  await fill(form)
  const fold = form.getByRole('button', { name: 'IDs and scores (optional)' })
  expect(fold).toHaveAttribute('aria-expanded', 'false')
  expect(form.queryByLabelText('Strength')).not.toBeInTheDocument()
  await userEvent.click(fold)
  expect(fold).toHaveAttribute('aria-expanded', 'true')
  expect(form.getByLabelText('Strength')).toHaveAccessibleDescription('0 to 1')
  expect(form.getByLabelText('Momentum')).toHaveAccessibleDescription('0 or more')
  await userEvent.type(form.getByLabelText('Strength'), '0.25')
  await userEvent.click(fold)
  expect(form.queryByLabelText('Strength')).not.toBeInTheDocument()
  await submit(form)
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()).toEqual([
    expect.objectContaining({ insight: expect.objectContaining({ title: 'Late alarm', strengthScore: 0.25 }) }),
  ])
})

it('sends what was typed once, however often it is asked to, and opens the new insight', async () => {
  let answer: (result: CreateResult) => void = () => {}
  const { form, sent } = await openForm({
    'insights.create': () => new Promise((resolve) => (answer = resolve)),
  })
  await fill(form)
  await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
  await userEvent.click(form.getByRole('button', { name: 'Sending…' }))
  expect(sent()).toEqual([
    {
      workspace: testWorkspace,
      insight: { type: 'Bug', title: 'Late alarm', description: 'It rings after the theft.' },
      draftId: expect.any(String),
    },
  ])
  answer(created)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByLabelText('Address')).toHaveTextContent(`/insights/${sampleId(1)}`)
  expect(await screen.findByText('Insight created')).toBeInTheDocument()
})

it.each([
  ['waiting' as const, /Saved on this computer/],
  ['unknown' as const, /checking whether this went through/],
  ['done' as const, /Insight created/],
])('says what became of it, and keeps no draft of it: %s', async (state, words) => {
  const { form, sinceSent } = await openForm({ 'insights.create': () => ({ ...created, state }) })
  await fill(form)
  await submit(form)
  expect(await screen.findByText(words)).toBeInTheDocument()
  await longerThanAPause()
  expect(sinceSent()).toEqual(['insights.create', 'insights.discardDraft'])
})

it('sends only when the draft under way is saved, which would otherwise come back after it', async () => {
  let saved: () => void = () => {}
  const { form, sent, sinceSent } = await openForm({
    'insights.saveDraft': () =>
      new Promise((resolve) => {
        saved = () => resolve({ savedAt: '2026-01-01T10:00:00Z' })
      }),
    'insights.create': () => created,
  })
  // Typed into one field only, so that it is saved once.
  await userEvent.selectOptions(typeField(form), 'Bug')
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Late alarm' } })
  fireEvent.change(form.getByLabelText('Description'), { target: { value: 'It rings after the theft.' } })
  fireEvent.submit(form.getByRole('button', { name: 'Create insight' }))
  await form.findByRole('button', { name: 'Sending…' })
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Typed too late' } })
  await longerThanAPause()
  expect(sent()).toEqual([])
  saved()
  expect(await screen.findByText('Insight created')).toBeInTheDocument()
  await longerThanAPause()
  expect(sent()).toMatchObject([{ insight: { title: 'Late alarm' } }])
  expect(sinceSent()).toEqual(['insights.create', 'insights.discardDraft'])
})

it('puts what the service refuses on its field, the rest into the summary, and loses nothing', async () => {
  const fields = [
    { path: ['feedbackIds', '0'], message: 'There is no such feedback.' },
    { path: ['strengthScore'], message: 'Too strong.' },
    { path: ['topicEmbeddings'], message: 'Not allowed here.' },
  ]
  const { bridge, form, sinceSent } = await openForm({
    'insights.create': () => {
      throw new AppError('REFUSED', 'Nothing was created.', { fields })
    },
  })
  await fill(form)
  await submit(form)
  const summary = await form.findByRole('alert')
  expect(summary).toHaveTextContent('The service rejected this')
  expect(summary).toHaveTextContent('topicEmbeddings: Not allowed here.')
  expect(form.getByLabelText('Feedback IDs')).toHaveAccessibleDescription(/There is no such feedback/)
  // The error unfolded its section.
  expect(form.getByLabelText('Strength')).toHaveAccessibleDescription(/Too strong/)
  await waitFor(() => expect(form.getByLabelText('Feedback IDs')).toHaveFocus())
  expect(form.getByLabelText('Title')).toHaveValue('Late alarm')
  // Sending took the draft along, so it is saved again.
  expect(sinceSent()).toEqual(['insights.create', 'insights.saveDraft'])
  expect(bridge.calls.findLast(({ name }) => name === 'insights.saveDraft')?.input).toMatchObject({
    values: { type: 'Bug', title: 'Late alarm', description: 'It rings after the theft.' },
  })
})

it('saves the draft while one types and when the form is closed', async () => {
  const { bridge, form } = await openForm()
  await userEvent.type(form.getByLabelText('Title'), 'Half')
  expect(await form.findByText(/Draft saved/)).toBeInTheDocument()
  await userEvent.type(form.getByLabelText('Title'), ' a thought')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(bridge.calls.findLast(({ name }) => name === 'insights.saveDraft')?.input).toMatchObject({
    values: { title: 'Half a thought' },
  })
})

it('restores the draft, says so, and discards it on request', async () => {
  const { form, drafts } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'From before', momentumScore: '2', unknown: 'x' })],
  })
  expect(form.getByLabelText('Title')).toHaveValue('From before')
  expect(form.getByLabelText('Momentum')).toHaveValue('2')
  expect(form.getByText(/^Draft from/)).toBeInTheDocument()
  await userEvent.click(form.getByRole('button', { name: 'Discard draft' }))
  expect(form.getByLabelText('Title')).toHaveValue('')
  expect(form.queryByText(/^Draft from/)).not.toBeInTheDocument()
  await waitFor(() => expect(drafts()).toContain('insights.discardDraft'))
})

it('shows the ids where the draft has what is no id, also while that is corrected', async () => {
  const { form } = await openForm({ 'insights.drafts': () => [keptDraft('a', { feedbackIds: 'half-an-id' })] })
  const ids = form.getByLabelText('Feedback IDs')
  fireEvent.change(ids, { target: { value: sampleId(1) } })
  expect(ids).toBeInTheDocument()
})

it('marks what has to be filled in', async () => {
  const { form } = await openForm()
  const isRequired = (label: string) => form.getByLabelText(label).getAttribute('aria-required') === 'true'
  expect(['Title', 'Description'].map(isRequired)).toEqual([true, true])
  expect(typeField(form)).toHaveAttribute('aria-required', 'true')
  const marked = ['Type', 'Title', 'Description'].map((label) => form.getByText(label, { selector: 'label' }).className)
  expect(marked).toEqual(marked.map(() => expect.stringMatching(/required/)))
})

it('offers to undo discarding the draft once the form is closed', async () => {
  const { bridge, form } = await openForm({ 'insights.drafts': () => [keptDraft('a', { title: 'From before' })] })
  await userEvent.click(form.getByRole('button', { name: 'Discard draft' }))
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Discarded “From before”')).toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() =>
    expect(bridge.calls.findLast(({ name }) => name === 'insights.saveDraft')?.input).toMatchObject({
      draftId: 'a',
      values: { title: 'From before' },
    }),
  )
})

it('undoes discarding the draft, until something else is typed', async () => {
  const { bridge, form } = await openForm({ 'insights.drafts': () => [keptDraft('a', { title: 'From before' })] })
  await userEvent.click(form.getByRole('button', { name: 'Discard draft' }))
  await userEvent.click(form.getByRole('button', { name: 'Undo' }))
  expect(form.getByLabelText('Title')).toHaveValue('From before')
  await act(saveBeforeClosing)
  expect(bridge.calls.at(-1)).toMatchObject({
    name: 'insights.saveDraft',
    input: { draftId: 'a', values: { title: 'From before' } },
  })
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Something else' } })
  expect(form.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

it('starts a new draft beside the one that was restored', async () => {
  const { bridge, form } = await openForm({ 'insights.drafts': () => [keptDraft('a', { title: 'From before' })] })
  await userEvent.click(form.getByRole('button', { name: 'Start a new one' }))
  expect(form.getByLabelText('Title')).toHaveValue('')
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Another' } })
  await act(saveBeforeClosing)
  const saved = bridge.calls.filter(({ name }) => name === 'insights.saveDraft').map(({ input }) => input)
  expect(saved).toEqual([
    { workspace: testWorkspace, changeId: null, draftId: expect.not.stringMatching(/^a?$/), values: expect.anything() },
  ])
  expect(bridge.calls.map(({ name }) => name)).not.toContain('insights.discardDraft')
})

it('sends a draft under its id, so that no other one goes with it', async () => {
  const drafts = [keptDraft('a', { title: 'Late alarm', description: 'Yes', type: 'Bug' }), keptDraft('b', {})]
  const { form, sent } = await openForm({ 'insights.drafts': () => drafts, 'insights.create': () => created })
  await submit(form)
  await waitFor(() => expect(sent()).toMatchObject([{ draftId: 'a' }]))
})

it('says when the draft cannot be saved', async () => {
  const { form } = await openForm({
    'insights.saveDraft': () => {
      throw new AppError('DISK_FULL', '')
    },
  })
  await userEvent.type(form.getByLabelText('Title'), 'x')
  expect(await form.findByText(/Couldn’t save the draft. The disk is full. It stays here/)).toBeInTheDocument()
})

it('says in words that another draft was one too many', async () => {
  const { form } = await openForm({
    'insights.saveDraft': () => {
      throw new AppError('INVALID_INPUT', tooManyDrafts)
    },
  })
  await userEvent.type(form.getByLabelText('Title'), 'x')
  expect(await form.findByText(/Discard one to start another. It stays here/)).toBeInTheDocument()
})

it('shows no form over a draft that cannot be read, which it would overwrite, until it was read', async () => {
  let isDown = true
  const { bridge, form } = await openDialog({
    'insights.drafts': () => {
      if (isDown) throw new AppError('LIBRARY_UNAVAILABLE', '')
      return [keptDraft('a', { title: 'From before' })]
    },
  })
  expect(await form.findByRole('alert')).toHaveTextContent('The local library isn’t ready')
  expect(form.queryByRole('textbox')).not.toBeInTheDocument()
  isDown = false
  await userEvent.click(form.getByRole('button', { name: 'Try again' }))
  expect(await form.findByLabelText('Title')).toHaveValue('From before')
  expect(form.queryByRole('alert')).not.toBeInTheDocument()
  expect(bridge.calls.map(({ name }) => name)).not.toContain('insights.saveDraft')
})

it('saves what was typed last before the window closes', async () => {
  const { bridge, form } = await openForm()
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Half a thought' } })
  await act(saveBeforeClosing)
  expect(bridge.calls.at(-1)).toMatchObject({
    name: 'insights.saveDraft',
    input: { values: { title: 'Half a thought' } },
  })
})

it('keeps what could not be saved, also of a form that was closed, and saves it when the library is back', async () => {
  let isDown = true
  const { bridge, form } = await openForm({
    'insights.saveDraft': () => {
      if (isDown) throw new AppError('LIBRARY_UNAVAILABLE', '')
      return { savedAt: '2026-01-01T10:00:00Z' }
    },
  })
  const saved = () => bridge.calls.flatMap(({ name, input }) => (name === 'insights.saveDraft' ? [input] : []))
  await userEvent.type(form.getByLabelText('Title'), 'Typed meanwhile')
  expect(await form.findByText(/Couldn’t save the draft/)).toBeInTheDocument()
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  isDown = false
  const before = saved().length
  await act(saveBeforeClosing)
  expect(saved().slice(before)).toMatchObject([{ values: { title: 'Typed meanwhile' } }])
  await act(saveBeforeClosing)
  expect(saved()).toHaveLength(before + 1)
})

it.each([
  ['into the same draft', [keptDraft('a', { title: 'Kept' })], [{ draftId: 'a', values: { title: 'Second' } }]],
  ['into another one', [], [{ values: { title: 'First' } }, { values: { title: 'Second' } }]],
])('does not save what a closed form could not over what was typed since, %s', async (_, drafts, expected) => {
  let isDown = true
  const { bridge, form } = await openForm({
    'insights.drafts': () => drafts,
    'insights.saveDraft': () => {
      if (isDown) throw new AppError('DISK_FULL', '')
      return { savedAt: '2026-01-01T10:00:00Z' }
    },
  })
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'First' } })
  expect(await form.findByText(/Couldn’t save the draft/)).toBeInTheDocument()
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  isDown = false
  const attempts = bridge.calls.filter(({ name }) => name === 'insights.saveDraft').length
  // Not by the key: without a surrounding view, the focus moves to the search a moment later.
  await userEvent.click(screen.getByRole('button', { name: 'New insight' }))
  const title = await screen.findByLabelText('Title')
  fireEvent.change(title, { target: { value: 'Second' } })
  await act(saveBeforeClosing)
  const saved = bridge.calls.filter(({ name }) => name === 'insights.saveDraft')
  const titleOf = (input: unknown) => (input as (typeof expected)[number]).values.title
  const inputs = saved.slice(attempts).map(({ input }) => input)
  expect(inputs.sort((one, other) => titleOf(one).localeCompare(titleOf(other)))).toMatchObject(expected)
})

it('does not bring back a draft that was discarded from the list, of which a closed form could not save the end', async () => {
  const { bridge, form } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'Kept' }), keptDraft('b', { title: 'Other' })],
    'insights.saveDraft': () => {
      throw new AppError('DISK_FULL', '')
    },
  })
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Typed' } })
  expect(await form.findByText(/Couldn’t save the draft/)).toBeInTheDocument()
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: '2 drafts' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Kept”' }))
  expect(await screen.findByRole('button', { name: '1 draft' })).toBeInTheDocument()
  await act(saveBeforeClosing)
  expect(bridge.calls.findLast(({ name }) => /Draft$/.test(name))?.name).toBe('insights.discardDraft')
})

it('discards a draft from the list only after a slow save of it', async () => {
  let answer = () => {}
  const { drafts, form } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'Kept' })],
    'insights.saveDraft': () =>
      new Promise((resolve) => {
        answer = () => resolve({ savedAt: '2026-01-01T10:00:00Z' })
      }),
  })
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Typed' } })
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: '1 draft' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Kept”' }))
  expect(drafts()).toEqual(['insights.saveDraft'])
  await act(async () => answer())
  await waitFor(() => expect(drafts()).toEqual(['insights.saveDraft', 'insights.discardDraft']))
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 draft' })).not.toBeInTheDocument())
})

it('brings back no draft of an environment that was forgotten', async () => {
  const { bridge, form } = await openForm({ 'insights.drafts': () => [keptDraft('a', { title: 'First' })] })
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: '1 draft' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “First”' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 draft' })).not.toBeInTheDocument())
  act(() => forgetEnvironment(testWorkspace.environment))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(bridge.calls.filter(({ name }) => name === 'insights.saveDraft')).toEqual([])
})

it('gives the focus to New insight when the last draft is discarded', async () => {
  const { form } = await openForm({ 'insights.drafts': () => [keptDraft('a', { title: 'First' })] })
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: '1 draft' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “First”' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 draft' })).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'New insight' })).toHaveFocus()
})

it('counts the drafts once the form is closed, and lists them with what is in them', async () => {
  const kept = [
    keptDraft('b', { description: 'Only  a\ndescription', feedbackIds: `${sampleId(1)}\n${sampleId(2)}`, type: 'Bug' }),
  ]
  const { form } = await openForm({ 'insights.drafts': () => kept })
  await userEvent.click(form.getByRole('button', { name: 'Start a new one' }))
  await userEvent.type(form.getByLabelText('Title'), 'Half')
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: '2 drafts' }))
  const list = within(await screen.findByRole('list', { name: 'Drafts' }))
  const [newest, older] = list.getAllByRole('listitem')
  expect(newest).toHaveTextContent(/^Half/)
  expect(older).toHaveTextContent(/^Only a descriptionBug · 2 pieces of feedback · /)
  await userEvent.click(within(older as HTMLElement).getByRole('button', { name: /^Only a description/ }))
  const again = within(await screen.findByRole('dialog', { name: 'New insight' }))
  expect(await again.findByLabelText('Description')).toHaveValue('Only  a\ndescription')
})

it('discards a draft from the list, and puts it back', async () => {
  const { bridge, form } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'First' }), keptDraft('b', { title: 'Second' })],
  })
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: '2 drafts' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Second”' }))
  expect(await screen.findByRole('button', { name: '1 draft' })).toBeInTheDocument()
  expect(bridge.calls.at(-1)).toEqual({
    name: 'insights.discardDraft',
    input: { workspace: testWorkspace, draftId: 'b' },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: '2 drafts' })).toBeInTheDocument()
  expect(bridge.calls.at(-1)).toEqual({
    name: 'insights.saveDraft',
    input: { workspace: testWorkspace, draftId: 'b', values: { title: 'Second' } },
  })
})

it('restores the discarded draft with Ctrl Z, in its list and after that, once', async () => {
  const { bridge, form } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'First' }), keptDraft('b', { title: 'Second' })],
  })
  const saved = () => bridge.calls.filter(({ name }) => name === 'insights.saveDraft').length
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: '2 drafts' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Second”' }))
  expect(await screen.findByRole('button', { name: '1 draft' })).toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByRole('button', { name: '2 drafts' })).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Second”' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “First”' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^\d draft/ })).not.toBeInTheDocument())
  const before = saved()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByRole('button', { name: '1 draft' })).toBeInTheDocument()
  expect(bridge.calls.at(-1)?.input).toMatchObject({ draftId: 'a', values: { title: 'First' } })
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(saved()).toBe(before + 1)
})

describe('opened for some feedback', () => {
  const handed = { pathname: '/insights', search: '?new=1', state: { feedbackIds: [sampleId(7), sampleId(8)] } }
  const openFor = (drafts: NamedDraft[]) => openDialog({ 'insights.drafts': () => drafts }, handed)
  const ids = `${sampleId(7)}\n${sampleId(8)}`
  const values = (bridge: Awaited<ReturnType<typeof openFor>>['bridge']) =>
    bridge.calls.flatMap(({ name, input }) => (name === 'insights.saveDraft' ? [input] : []))

  it('asks which draft it is for, and adds it to that one', async () => {
    const { bridge, form } = await openFor([
      keptDraft('a', { title: 'First' }),
      keptDraft('b', { title: 'Second', feedbackIds: sampleId(8) }),
    ])
    expect(
      await form.findByText('Start a new insight from 2 pieces of feedback, or add to a draft?'),
    ).toBeInTheDocument()
    expect(form.queryByLabelText('Title')).not.toBeInTheDocument()
    await userEvent.click(form.getByRole('button', { name: /^Second/ }))
    expect(await form.findByLabelText('Title')).toHaveValue('Second')
    await waitFor(() =>
      expect(values(bridge)).toMatchObject([
        { draftId: 'b', values: { title: 'Second', feedbackIds: `${sampleId(8)}\n${sampleId(7)}` } },
      ]),
    )
  })

  it('starts a new one on request, which has the focus', async () => {
    const { bridge, form } = await openFor([keptDraft('a', { title: 'First' })])
    const start = await form.findByRole('button', { name: 'Start a new insight' })
    expect(start).toHaveFocus()
    await userEvent.click(start)
    expect(await form.findByLabelText('Title')).toHaveValue('')
    await waitFor(() => expect(values(bridge)).toMatchObject([{ values: { feedbackIds: ids } }]))
    expect(values(bridge)).not.toMatchObject([{ draftId: 'a' }])
  })

  it('asks nothing while there is no draft, or one has all of it', async () => {
    const { form } = await openFor([
      keptDraft('a', { title: 'First' }),
      keptDraft('b', { title: 'Second', feedbackIds: ids }),
    ])
    expect(await form.findByLabelText('Title')).toHaveValue('Second')
  })

  it('says in words that no more drafts are kept', async () => {
    const { form } = await openFor(
      Array.from({ length: mostDrafts }, (_, place) => keptDraft(`${place}`, { title: `${place}` })),
    )
    expect(await form.findByText(tooManyDrafts)).toBeInTheDocument()
    expect(form.getByRole('button', { name: 'Start a new insight' })).toBeDisabled()
    const [first] = within(form.getByRole('list', { name: 'Drafts' })).getAllByRole('button')
    await waitFor(() => expect(first).toHaveFocus())
  })
})

it('shows a created insight that filters may hide, when that is asked for', async () => {
  const { form } = await openForm({ 'insights.create': () => created }, '/insights?q=nothing&new=1')
  await fill(form)
  await submit(form)
  expect(await screen.findByText('Insight created. Your search or filters may hide it.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/insights\/[^?]+$/))
  await waitFor(() => expect(screen.queryByText(/Your search or filters may hide it/)).not.toBeInTheDocument())
})

it('says nothing of filters once the created insight is among the rows', async () => {
  const { form } = await openForm({ 'insights.create': () => created }, '/insights?q=number&new=1')
  await fill(form)
  await submit(form)
  expect(await screen.findByText('Insight created')).toBeInTheDocument()
  expect(screen.queryByText(/Your search or filters may hide it/)).not.toBeInTheDocument()
})

it('says when it is closed that a draft was kept, and discards it from there', async () => {
  const { form, drafts } = await openForm()
  await fill(form)
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Draft saved')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(drafts().at(-1)).toBe('insights.discardDraft'))
  expect(await screen.findByText('Discarded “Late alarm”')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Draft saved')).not.toBeInTheDocument())
})

it('says nothing of a draft when an empty form is closed', async () => {
  const { form } = await openForm()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(form.queryByLabelText('Title')).not.toBeInTheDocument())
  await longerThanAPause()
  await waitFor(() => expect(screen.queryByText('Draft saved')).not.toBeInTheDocument())
})

const inProduction = (isLocked: boolean): EnvironmentList => ({
  ...testEnvironments,
  active: { ...testWorkspace, environment: 'production' },
  environments: testEnvironments.environments.map((each) => ({ ...each, isLocked })),
})

it('takes a draft in a locked environment, sends nothing, and offers to unlock', async () => {
  const { form, sent, bridge } = await openForm({
    'environments.list': () => inProduction(true),
    'environments.unlock': () => ({ isUnlocked: true }),
  })
  await fill(form)
  const create = form.getByRole('button', { name: 'Create insight' })
  expect(create).toHaveAccessibleDescription(/read-only. Unlock editing to send/)
  await submit(form)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(sent()).toEqual([])
  await waitFor(() => expect(form.getByRole('status', { name: 'Draft' })).toHaveTextContent(/^Draft saved/))
  await userEvent.click(form.getByRole('button', { name: 'Unlock editing' }))
  expect(bridge.calls).toContainEqual({ name: 'environments.unlock', input: { environment: 'production' } })
  act(() => bridge.push('environments.changed', inProduction(false)))
  await waitFor(() => expect(create).toHaveAttribute('aria-disabled', 'false'))
  expect(create).toHaveAttribute('data-environment', 'production')
  expect(form.getByLabelText('Title')).toHaveValue('Late alarm')
})
