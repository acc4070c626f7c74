import { notificationsStore } from '@mantine/notifications'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type InitialEntry, Link, useLocation } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { EnvironmentList } from '../../../contract/features/environments'
import { type CreateResult, mostDrafts, type NamedDraft, tooManyDrafts } from '../../../contract/features/insights'
import { saveBeforeClosing } from '../../client/closing'
import { forgetEnvironment } from '../../client/forgetting'
import { Address } from '../../testing/Address'
import { announced } from '../../testing/announced'
import { type Answers, fakeBridge } from '../../testing/fake-bridge'
import { renderView, testEnvironments, testSyncStatus, testWorkspace } from '../../testing/render'
import { answersFor, sampleId, sampleRow } from '../../testing/sample-insights'
import { InsightsView } from '.'

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
  const dialog = await screen.findByRole('dialog', { name: 'New insight' })
  return { bridge, dialog, form: within(dialog) }
}

async function openForm(answers: Answers = {}, route?: InitialEntry) {
  const { bridge, dialog, form } = await openDialog(answers, route)
  await form.findByLabelText('Title')
  const sent = () => bridge.calls.filter(({ name }) => name === 'insights.create').map(({ input }) => input)
  const drafts = () => bridge.calls.filter(({ name }) => /Draft$/.test(name)).map(({ name }) => name)
  /** Calls to main from the first attempt to send, without the reads of the list. */
  const sinceSent = () => {
    const writes = bridge.calls.filter(({ name }) => name === 'insights.create' || /Draft$/.test(name))
    return writes.slice(writes.findIndex(({ name }) => name === 'insights.create')).map(({ name }) => name)
  }
  return { bridge, dialog, form, sent, drafts, sinceSent }
}

// A draft that one test could not save would be saved in the next. The page unmounts first: its requests belong to this test.
afterEach(async () => {
  cleanup()
  fakeBridge({ 'insights.saveDraft': () => ({ savedAt: '2026-01-01T10:00:00Z' }), 'insights.discardDraft': () => null })
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

it('sends nothing until the form is valid: shows an error per field and a summary, and focuses the first field', async () => {
  const { dialog, form, sent } = await openForm()
  expect(dialog).not.toHaveAccessibleDescription()
  await userEvent.click(form.getByRole('button', { name: 'IDs and scores (optional)' }))
  await userEvent.type(form.getByLabelText('Feedback IDs'), 'nonsense')
  await submit(form)
  expect(form.getByRole('alert')).toHaveTextContent('4 fields need attention')
  // Each error once: the summary links to the fields, which show their errors.
  expect(form.getAllByText(/Enter a title/)).toHaveLength(1)
  expect(form.queryByText(/^The service rejected this insight/)).not.toBeInTheDocument()
  expect(form.getByText('Trial bikes').closest('[data-environment]')).toHaveTextContent('Staging')
  await waitFor(() => expect(typeField(form)).toHaveFocus())
  expect(form.getByLabelText('Title')).toHaveAccessibleDescription('Enter a title.')
  expect(form.getByLabelText('Title')).toBeInvalid()
  expect(form.getByLabelText('Feedback IDs')).toHaveAccessibleDescription(/“nonsense” isn’t a UUID/)
  await userEvent.click(
    within(form.getByRole('group', { name: '4 fields need attention' })).getByRole('button', { name: 'Description' }),
  )
  expect(form.getByLabelText('Description')).toHaveFocus()
  await userEvent.type(form.getByLabelText('Title'), 'x')
  expect(form.getByLabelText('Title')).toBeValid()
  expect(sent()).toEqual([])
})

it('keeps the summary and the room of each error until the next attempt, so that nothing moves meanwhile', async () => {
  const { form, sent } = await openForm({ 'insights.create': () => created })
  await submit(form)
  const summary = form.getByRole('group', { name: '3 fields need attention' })
  const said = form.getByRole('alert')
  const lines = () =>
    within(summary)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(summary).toHaveTextContent('3 fields need attention')
  expect(lines()).toEqual(['Type', 'Title', 'Description'])
  await userEvent.type(form.getByLabelText('Title'), 'x')
  expect(summary).toHaveTextContent('2 fields need attention')
  expect(lines()).toEqual(['Type', 'Title – changed since the last attempt', 'Description'])
  // A changed alert would interrupt the person.
  expect(form.getByRole('alert')).toBe(said)
  expect(said).toHaveTextContent(/^3 fields need attention\. Type, Title, Description\.$/)
  expect(form.getByLabelText('Title')).toHaveAccessibleDescription('Changed since the last attempt')
  expect(form.getByLabelText('Title')).toBeValid()
  await fill(form)
  expect(summary).toHaveTextContent('Ready to try again')
  expect(lines()).toEqual(['Type', 'Title', 'Description'].map((label) => `${label} – changed since the last attempt`))
  await userEvent.clear(form.getByLabelText('Title'))
  await submit(form)
  expect(form.getByRole('alert')).toHaveTextContent('1 field needs attention')
  expect(form.getByLabelText('Description')).not.toHaveAccessibleDescription()
  await userEvent.type(form.getByLabelText('Title'), 'Late alarm')
  await submit(form)
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(form.queryByText('Ready to try again')).not.toBeInTheDocument()
})

it('expands the scores on request and sends the ones that were typed', async () => {
  const { form, sent } = await openForm({ 'insights.create': () => created })
  await fill(form)
  const fold = form.getByRole('button', { name: 'IDs and scores (optional)' })
  expect(fold).toHaveAttribute('aria-expanded', 'false')
  expect(form.queryByLabelText('Strength')).not.toBeInTheDocument()
  await userEvent.click(fold)
  expect(fold).toHaveAttribute('aria-expanded', 'true')
  expect(form.getByLabelText('Strength')).toHaveAccessibleDescription('0 to 1')
  expect(form.getByLabelText('Momentum')).toHaveAccessibleDescription('0 or more')
  // IDs are no words.
  for (const name of ['Feedback IDs', 'Owner ID']) {
    expect(form.getByLabelText(name)).toHaveAttribute('spellcheck', 'false')
  }
  await userEvent.type(form.getByLabelText('Strength'), '0.25')
  await userEvent.click(fold)
  expect(form.queryByLabelText('Strength')).not.toBeInTheDocument()
  await submit(form)
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()).toEqual([
    expect.objectContaining({ insight: expect.objectContaining({ title: 'Late alarm', strengthScore: 0.25 }) }),
  ])
})

it('sends the insight only once, however often it is submitted, and then opens it', async () => {
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
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(`/insights/${sampleId(1)}`))
  expect(await screen.findByText('Insight created')).toBeInTheDocument()
})

it.each([
  ['waiting' as const, /Saved on this computer/],
  ['unknown' as const, /checking whether this went through/],
  ['done' as const, /Insight created/],
])('shows the result and keeps no draft when the change is %s', async (state, words) => {
  const { form, sinceSent } = await openForm({ 'insights.create': () => ({ ...created, state }) })
  await fill(form)
  await submit(form)
  expect(await screen.findByText(words)).toBeInTheDocument()
  await longerThanAPause()
  expect(sinceSent()).toEqual(['insights.create', 'insights.discardDraft'])
})

it('waits for a draft save in progress before sending, so that the draft does not come back', async () => {
  let saved: () => void = () => {}
  // For each save: on a busy computer, there is one between two fields.
  const saving = new Promise<{ savedAt: string }>((resolve) => {
    saved = () => resolve({ savedAt: '2026-01-01T10:00:00Z' })
  })
  const { form, sent, sinceSent } = await openForm({
    'insights.saveDraft': () => saving,
    'insights.create': () => created,
  })
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

it('shows the service’s errors on their fields, the rest in the summary, and keeps the values and the draft', async () => {
  const fields = [
    { path: ['feedbackIds', '0'], message: 'There is no such feedback.' },
    { path: ['strengthScore'], message: 'Too strong.' },
    { path: ['topicEmbeddings'], message: 'Not allowed here.' },
    { path: [], message: 'Too much at once.' },
  ]
  const { bridge, form, sinceSent } = await openForm({
    'insights.create': () => {
      throw new AppError('REFUSED', 'Nothing was created.', { fields })
    },
  })
  await fill(form)
  await submit(form)
  const summary = await form.findByRole('group', { name: /^The service rejected this/ })
  expect(form.getByRole('alert')).toHaveTextContent(
    /^The service rejected this.* Nothing was created\. .*Too much at once\.$/,
  )
  expect(within(summary).getByText('topicEmbeddings: Not allowed here.')).toBeInTheDocument()
  expect(within(summary).getByText('Too much at once.')).toBeInTheDocument()
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

it('saves the draft while typing and when the form is closed', async () => {
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

it('expands the feedback IDs when the draft has an invalid one, and keeps them so while it is corrected', async () => {
  const { form } = await openForm({ 'insights.drafts': () => [keptDraft('a', { feedbackIds: 'half-an-id' })] })
  const ids = form.getByLabelText('Feedback IDs')
  const fold = form.getByRole('button', { name: 'IDs and scores (optional)' })
  fireEvent.click(fold)
  expect(ids).toBeInTheDocument()
  fireEvent.change(ids, { target: { value: sampleId(1) } })
  expect(ids).toBeInTheDocument()
  fireEvent.click(fold)
  expect(ids).not.toBeInTheDocument()
})

it('marks the required fields', async () => {
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
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Discarded “From before”')).toBeInTheDocument()
  // Outside of the search, which takes the focus a moment after the form has closed.
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await waitFor(() =>
    expect(bridge.calls.findLast(({ name }) => name === 'insights.saveDraft')?.input).toMatchObject({
      draftId: 'a',
      values: { title: 'From before' },
    }),
  )
  await announced('Undone: discarded “From before”')
})

it('offers no undo of a discarded draft once the closed form has other text', async () => {
  const { form } = await openForm({ 'insights.drafts': () => [keptDraft('a', { title: 'From before' })] })
  await userEvent.click(form.getByRole('button', { name: 'Discard draft' }))
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Something else' } })
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Draft saved')).toBeInTheDocument()
  expect(screen.queryByText('Discarded “From before”')).not.toBeInTheDocument()
})

it('restores a discarded draft with Undo, which is offered until something else is typed', async () => {
  const { bridge, form } = await openForm({ 'insights.drafts': () => [keptDraft('a', { title: 'From before' })] })
  fireEvent.click(form.getByRole('button', { name: 'Discard draft' }))
  // Read out a moment later, once the line is there.
  expect(form.getByText('Draft discarded')).toHaveAttribute('aria-hidden', 'true')
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

it('sends the draft ID with the insight, so that no other draft is removed with it', async () => {
  const drafts = [keptDraft('a', { title: 'Late alarm', description: 'Yes', type: 'Bug' }), keptDraft('b', {})]
  const { form, sent } = await openForm({ 'insights.drafts': () => drafts, 'insights.create': () => created })
  await submit(form)
  await waitFor(() => expect(sent()).toMatchObject([{ draftId: 'a' }]))
})

it('says why the draft cannot be saved, until it can', async () => {
  let isFull = true
  const { form } = await openForm({
    'insights.saveDraft': () => {
      if (isFull) throw new AppError('DISK_FULL', 'No space left on device.')
      return { savedAt: '2026-01-01T10:00:00Z' }
    },
  })
  await userEvent.type(form.getByLabelText('Title'), 'x')
  expect(await form.findByText(/Couldn’t save the draft. The disk is full. It stays here/)).toBeInTheDocument()
  isFull = false
  await userEvent.type(form.getByLabelText('Title'), 'y')
  expect(await form.findByText(/Draft saved at/)).toBeInTheDocument()
})

it('does not say on closing that a draft was saved when its last words could not be', async () => {
  const { form } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'Kept' })],
    'insights.saveDraft': () => {
      throw new AppError('DISK_FULL', '')
    },
  })
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Typed' } })
  expect(await form.findByText(/Couldn’t save the draft/)).toBeInTheDocument()
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await act(saveBeforeClosing)
  expect(screen.queryByText('Draft saved')).not.toBeInTheDocument()
})

it('stays open when the person clicks outside it', async () => {
  const { form } = await openForm()
  await userEvent.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement)
  expect(form.getByLabelText('Title')).toBeInTheDocument()
})

it('offers no new draft beside the one that was restored when there are as many as can be kept', async () => {
  const { form } = await openForm({
    'insights.drafts': () => Array.from({ length: mostDrafts }, (_, place) => keptDraft(`${place}`, { title: 'Kept' })),
  })
  expect(form.getByRole('button', { name: 'Discard draft' })).toBeInTheDocument()
  expect(form.queryByRole('button', { name: 'Start a new one' })).not.toBeInTheDocument()
})

it('explains that no more drafts can be saved once the limit is reached', async () => {
  const { form } = await openForm({
    'insights.saveDraft': () => {
      throw new AppError('INVALID_INPUT', tooManyDrafts)
    },
  })
  await userEvent.type(form.getByLabelText('Title'), 'x')
  expect(await form.findByText(/Discard one to start another. It stays here/)).toBeInTheDocument()
})

it('shows no form until the drafts can be read, so that an unreadable draft is not overwritten', async () => {
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

it('saves the latest input before the window closes', async () => {
  const { bridge, form } = await openForm()
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Half a thought' } })
  await act(saveBeforeClosing)
  expect(bridge.calls.at(-1)).toMatchObject({
    name: 'insights.saveDraft',
    input: { values: { title: 'Half a thought' } },
  })
})

it.each(['blur', 'pagehide'])('saves the draft at once when the person leaves the window: %s', async (event) => {
  const { bridge, form } = await openForm()
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Half a thought' } })
  const saved = () => bridge.calls.filter(({ name }) => name === 'insights.saveDraft').map(({ input }) => input)
  expect(saved()).toEqual([])
  await act(async () => void fireEvent(window, new Event(event)))
  expect(saved()).toMatchObject([{ values: { title: 'Half a thought' } }])
})

it('keeps an unsaved draft after the form is closed, and saves it once when the library is back', async () => {
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

it('keeps the newer words when the save of older ones fails while they are typed', async () => {
  let fail = (_: AppError) => {}
  const first = new Promise<never>((_, reject) => {
    fail = reject
  })
  let attempts = 0
  const { bridge, form } = await openForm({
    'insights.saveDraft': () => {
      attempts += 1
      return attempts === 1 ? first : { savedAt: '2026-01-01T10:00:00Z' }
    },
  })
  const title = form.getByLabelText('Title')
  fireEvent.change(title, { target: { value: 'First' } })
  await waitFor(() => expect(attempts).toBe(1))
  fireEvent.change(title, { target: { value: 'Second' } })
  await act(async () => fail(new AppError('DISK_FULL', '')))
  await act(saveBeforeClosing)
  const saved = bridge.calls.filter(({ name }) => name === 'insights.saveDraft').map(({ input }) => input)
  expect(saved.at(-1)).toMatchObject({ values: { title: 'Second' } })
})

it.each([
  ['into the same draft', [keptDraft('a', { title: 'Kept' })], [{ draftId: 'a', values: { title: 'Second' } }]],
  ['into another one', [], [{ values: { title: 'First' } }, { values: { title: 'Second' } }]],
])('does not overwrite newer input with the failed save of a closed form: typed %s', async (_, drafts, expected) => {
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

it('begins again with the words that were typed last while they are still being saved', async () => {
  let answer = () => {}
  const { form, drafts } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'Kept' })],
    'insights.saveDraft': () =>
      new Promise((resolve) => {
        answer = () => resolve({ savedAt: '2026-01-01T10:00:00Z' })
      }),
  })
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Kept and typed' } })
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(drafts()).toEqual(['insights.saveDraft'])
  await userEvent.click(screen.getByRole('button', { name: 'New insight' }))
  const title = await screen.findByLabelText('Title')
  await act(async () => answer())
  expect(title).toHaveValue('Kept and typed')
})

it.each([
  [
    'a draft that was emptied',
    (form: Form) => fireEvent.change(form.getByLabelText('Title'), { target: { value: '' } }),
  ],
  ['the only draft', (form: Form) => userEvent.click(form.getByRole('button', { name: 'Discard draft' }))],
])('begins with an empty form while %s is still being discarded', async (_, discard) => {
  let answer = () => {}
  const { form, drafts } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'Kept' })],
    'insights.discardDraft': () => new Promise((resolve) => (answer = () => resolve(null))),
  })
  await discard(form)
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(drafts()).toEqual(['insights.discardDraft'])
  await userEvent.click(screen.getByRole('button', { name: 'New insight' }))
  const title = await screen.findByLabelText('Title')
  await act(async () => answer())
  expect(title).toHaveValue('')
})

it('does not bring back a draft discarded from the list after a closed form failed to save its last edit', async () => {
  const { bridge, form } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'Kept' }), keptDraft('b', { title: 'Other' })],
    'insights.saveDraft': () => {
      throw new AppError('DISK_FULL', '')
    },
  })
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Typed' } })
  expect(await form.findByText(/Couldn’t save the draft/)).toBeInTheDocument()
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: '2 drafts' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Kept”' }))
  expect(await screen.findByRole('button', { name: '1 draft' })).toBeInTheDocument()
  await act(saveBeforeClosing)
  expect(bridge.calls.findLast(({ name }) => /Draft$/.test(name))?.name).toBe('insights.discardDraft')
})

it('keeps a draft that could not be discarded in the list, and still saves the words typed last', async () => {
  let isFull = true
  const { bridge, form } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'Kept' }), keptDraft('b', { title: 'Other' })],
    'insights.saveDraft': () => {
      if (isFull) throw new AppError('DISK_FULL', '')
      return { savedAt: '2026-01-01T10:00:00Z' }
    },
    'insights.discardDraft': () => {
      throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
    },
  })
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Typed' } })
  expect(await form.findByText(/Couldn’t save the draft/)).toBeInTheDocument()
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: '2 drafts' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Kept”' }))
  expect(await screen.findByText(/The library stopped/)).toBeInTheDocument()
  expect(screen.queryByText('Discarded “Kept”')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Discard “Kept”' })).toHaveFocus()
  isFull = false
  await act(saveBeforeClosing)
  expect(bridge.calls.at(-1)).toMatchObject({
    name: 'insights.saveDraft',
    input: { draftId: 'a', values: { title: 'Typed' } },
  })
})

it('can restore a discarded draft later when it could not be saved at once', async () => {
  let isFull = true
  const { form } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'First' }), keptDraft('b', { title: 'Second' })],
    'insights.saveDraft': () => {
      if (isFull) throw new AppError('DISK_FULL', 'No room left.')
      return { savedAt: '2026-01-01T10:00:00Z' }
    },
  })
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: '2 drafts' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Second”' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/No room left/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: '1 draft' })).toBeInTheDocument()
  isFull = false
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByRole('button', { name: '2 drafts' })).toBeInTheDocument()
})

it('discards a draft that was emptied instead of saving it', async () => {
  const { drafts, form } = await openForm()
  const title = form.getByLabelText('Title')
  fireEvent.change(title, { target: { value: 'Typed' } })
  fireEvent.change(title, { target: { value: ' ' } })
  await act(saveBeforeClosing)
  expect(drafts()).toEqual(['insights.discardDraft'])
})

it('says when a single field needs attention', async () => {
  const { form } = await openForm()
  await userEvent.selectOptions(typeField(form), 'Bug')
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Late alarm' } })
  await submit(form)
  expect(await form.findByText('1 field needs attention')).toBeInTheDocument()
})

it('leads nobody away who left the insights while one was being created', async () => {
  let answer = () => {}
  function InWindow() {
    const { pathname } = useLocation()
    return (
      <>
        {pathname.startsWith('/insights') && <InsightsView />}
        <Link to="/goals">Away</Link>
        <Address />
      </>
    )
  }
  const { bridge } = renderView(<InWindow />, {
    ...{ route: '/insights?new=1', path: '/:view?/:id?' },
    answers: {
      ...answersFor(() => [sampleRow(1)]),
      'insights.drafts': () => [],
      'insights.saveDraft': () => ({ savedAt: '2026-01-01T10:00:00Z' }),
      'insights.discardDraft': () => null,
      'insights.create': () => new Promise((resolve) => (answer = () => resolve(created))),
    },
  })
  const form = within(await screen.findByRole('dialog', { name: 'New insight' }))
  await form.findByLabelText('Title')
  await fill(form)
  await submit(form)
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('insights.create'))
  fireEvent.click(screen.getByText('Away'))
  await act(async () => answer())
  expect(await screen.findByText(/^Insight created/)).toBeInTheDocument()
  expect(screen.getByLabelText('Address').textContent).toBe('/goals')
})

async function closeWhileSending(answer: () => Promise<CreateResult>, drafts: NamedDraft[] = []) {
  const { form, sent } = await openForm({ 'insights.create': answer, 'insights.drafts': () => drafts })
  await fill(form)
  await submit(form)
  await waitFor(() => expect(sent()).toHaveLength(1))
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  screen.getByRole('searchbox').focus()
}

it('leaves the focus where it is when an insight was created whose form is closed', async () => {
  let answer = () => {}
  await closeWhileSending(() => new Promise((resolve) => (answer = () => resolve(created))))
  await act(async () => answer())
  expect(await screen.findByText('Insight created')).toBeInTheDocument()
  expect(screen.getByLabelText('Address').textContent).toBe('/insights')
  expect(screen.getByRole('searchbox')).toHaveFocus()
})

it('says that an insight was rejected whose form is closed, and keeps it as a draft', async () => {
  let refuse = () => {}
  const refusal = new AppError('REFUSED', 'Too long.', { fields: [{ path: ['title'], message: 'Too long.' }] })
  await closeWhileSending(() => new Promise((_, reject) => (refuse = () => reject(refusal))))
  await act(async () => refuse())
  const notice = await screen.findByText('Couldn’t send “Late alarm”')
  expect(notice.parentElement).toHaveTextContent('The service rejected this. It’s kept as a draft.')
  expect(await screen.findByRole('button', { name: '1 draft' })).toBeInTheDocument()
})

it('does not say that a draft was saved when the form is closed while its insight is created', async () => {
  let answer = () => {}
  await closeWhileSending(() => new Promise((resolve) => (answer = () => resolve(created))))
  await act(async () => answer())
  expect(await screen.findByText('Insight created')).toBeInTheDocument()
  expect(screen.queryByText('Draft saved')).not.toBeInTheDocument()
})

it('begins with an empty form while an insight is created from the only draft', async () => {
  let answer = () => {}
  const kept = [keptDraft('a', { title: 'Kept. ' })]
  await closeWhileSending(() => new Promise((resolve) => (answer = () => resolve(created))), kept)
  await userEvent.click(screen.getByRole('button', { name: 'New insight' }))
  expect(await screen.findByLabelText('Title')).toHaveValue('')
  await act(async () => answer())
})

it('begins with the draft again once its insight was rejected', async () => {
  let refuse = () => {}
  const refusal = new AppError('REFUSED', 'Too long.')
  const kept = [keptDraft('a', { description: 'Kept. ' })]
  await closeWhileSending(() => new Promise((_, reject) => (refuse = () => reject(refusal))), kept)
  await act(async () => refuse())
  expect(await screen.findByText('Couldn’t send “Late alarm”')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'New insight' }))
  expect(await screen.findByLabelText('Description')).toHaveValue('Kept. ')
})

it('waits for a slow save of a draft before discarding it from the list', async () => {
  let answer = () => {}
  const { drafts, form } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'Kept' })],
    'insights.saveDraft': () =>
      new Promise((resolve) => {
        answer = () => resolve({ savedAt: '2026-01-01T10:00:00Z' })
      }),
  })
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Typed' } })
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: '1 draft' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Kept”' }))
  expect(drafts()).toEqual(['insights.saveDraft'])
  await act(async () => answer())
  await waitFor(() => expect(drafts()).toEqual(['insights.saveDraft', 'insights.discardDraft']))
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 draft' })).not.toBeInTheDocument())
})

it('restores a draft that is still being discarded, not the one before it, with Ctrl+Z in the list', async () => {
  let answer = () => {}
  const { bridge, form } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'First' }), keptDraft('b', { title: 'Second' })],
    'insights.discardDraft': ({ draftId }) =>
      draftId === 'a' ? null : new Promise((resolve) => (answer = () => resolve(null))),
  })
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: '2 drafts' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “First”' }))
  expect(await screen.findByRole('button', { name: '1 draft' })).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Second”' }))
  await userEvent.keyboard('{Control>}z{/Control}')
  await act(async () => answer())
  const saved = () => bridge.calls.filter(({ name }) => name === 'insights.saveDraft').map(({ input }) => input)
  await waitFor(() => expect(saved()).toMatchObject([{ draftId: 'b', values: { title: 'Second' } }]))
})

it('restores a draft that was discarded in the form while its last words were still being saved', async () => {
  let answer: (() => void) | null = null
  const { form, drafts } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'Kept' })],
    'insights.saveDraft': () => {
      const saved = { savedAt: '2026-01-01T10:00:00Z' }
      return answer === null ? new Promise((resolve) => (answer = () => resolve(saved))) : saved
    },
  })
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Typed' } })
  await userEvent.click(form.getByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(drafts()).toEqual(['insights.saveDraft']))
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Discarded “Typed”')).toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  await act(async () => answer?.())
  await waitFor(() => expect(drafts()).toHaveLength(3))
  expect(drafts()).toEqual(['insights.saveDraft', 'insights.discardDraft', 'insights.saveDraft'])
})

it('does not restore a discarded draft once its environment is forgotten', async () => {
  const { bridge, form } = await openForm({ 'insights.drafts': () => [keptDraft('a', { title: 'First' })] })
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: '1 draft' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “First”' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 draft' })).not.toBeInTheDocument())
  act(() => forgetEnvironment(testWorkspace.environment))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(bridge.calls.filter(({ name }) => name === 'insights.saveDraft')).toEqual([])
})

it('moves the focus to New insight when the last draft is discarded', async () => {
  const { form } = await openForm({ 'insights.drafts': () => [keptDraft('a', { title: 'First' })] })
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: '1 draft' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “First”' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 draft' })).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'New insight' })).toHaveFocus()
})

it('counts the drafts once the form is closed, lists them with their content, and reopens one', async () => {
  const kept = [
    keptDraft('b', { description: 'Only  a\ndescription', feedbackIds: `${sampleId(1)}\n${sampleId(2)}`, type: 'Bug' }),
  ]
  const { form } = await openForm({ 'insights.drafts': () => kept })
  await userEvent.click(form.getByRole('button', { name: 'Start a new one' }))
  await userEvent.type(form.getByLabelText('Title'), 'Half')
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: '2 drafts' }))
  const list = within(await screen.findByRole('list', { name: 'Drafts' }))
  const [newest, older] = list.getAllByRole('listitem')
  expect(newest).toHaveTextContent(/^Half/)
  expect(newest).not.toHaveTextContent(/feedback/)
  expect(older).toHaveTextContent(/^Only a descriptionBug · 2 pieces of feedback · /)
  await userEvent.click(within(older as HTMLElement).getByRole('button', { name: /^Only a description/ }))
  const again = within(await screen.findByRole('dialog', { name: 'New insight' }))
  expect(await again.findByLabelText('Description')).toHaveValue('Only  a\ndescription')
  expect(screen.queryByRole('list', { name: 'Drafts' })).not.toBeInTheDocument()
})

it('calls a draft without a title and a description untitled', async () => {
  const { form } = await openForm({ 'insights.drafts': () => [keptDraft('a', { title: ' ', type: 'Bug' })] })
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: '1 draft' }))
  expect(await screen.findByRole('button', { name: 'Discard “Untitled draft”' })).toBeInTheDocument()
})

it('discards a draft from the list and restores it with Undo', async () => {
  const { bridge, form } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'First' }), keptDraft('b', { title: 'Second' })],
  })
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
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

it('restores the last discarded draft with Ctrl+Z, in the list and after it closes, but only once', async () => {
  const { bridge, form } = await openForm({
    'insights.drafts': () => [keptDraft('a', { title: 'First' }), keptDraft('b', { title: 'Second' })],
  })
  const saved = () => bridge.calls.filter(({ name }) => name === 'insights.saveDraft').length
  const notices = () => notificationsStore.getState().notifications.map(({ id }) => id)
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: '2 drafts' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Second”' }))
  expect(await screen.findByRole('button', { name: '1 draft' })).toBeInTheDocument()
  await userEvent.keyboard('z{Control>}y{Shift>}z{/Shift}{/Control}')
  expect(saved()).toBe(0)
  // A capital, as with Caps Lock on.
  await userEvent.keyboard('{Control>}Z{/Control}')
  expect(await screen.findByRole('button', { name: '2 drafts' })).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “Second”' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard “First”' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^\d draft/ })).not.toBeInTheDocument())
  const before = saved()
  const notice = notices().at(-1)
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByRole('button', { name: '1 draft' })).toBeInTheDocument()
  expect(notices()).not.toContain(notice)
  expect(bridge.calls.at(-1)?.input).toMatchObject({ draftId: 'a', values: { title: 'First' } })
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(saved()).toBe(before + 1)
})

describe('opened from feedback', () => {
  const handed = { pathname: '/insights', search: '?new=1', state: { feedbackIds: [sampleId(7), sampleId(8)] } }
  const openFor = (drafts: NamedDraft[]) => openDialog({ 'insights.drafts': () => drafts }, handed)
  const ids = `${sampleId(7)}\n${sampleId(8)}`
  const values = (bridge: Awaited<ReturnType<typeof openFor>>['bridge']) =>
    bridge.calls.flatMap(({ name, input }) => (name === 'insights.saveDraft' ? [input] : []))

  it('asks which draft the feedback is for, and adds it to the chosen one', async () => {
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

  it('focuses the button that starts a new insight, and starts one on request', async () => {
    const { bridge, form } = await openFor([keptDraft('a', { title: 'First' })])
    const start = await form.findByRole('button', { name: 'Start a new insight' })
    expect(start).toHaveFocus()
    await userEvent.click(start)
    expect(await form.findByLabelText('Title')).toHaveValue('')
    await waitFor(() => expect(typeField(form)).toHaveFocus())
    await waitFor(() => expect(values(bridge)).toMatchObject([{ values: { feedbackIds: ids } }]))
    expect(values(bridge)).not.toMatchObject([{ draftId: 'a' }])
  })

  it('skips the question when one draft already has all of the feedback', async () => {
    const { form } = await openFor([
      keptDraft('a', { title: 'First' }),
      keptDraft('b', { title: 'Second', feedbackIds: ids }),
    ])
    expect(await form.findByLabelText('Title')).toHaveValue('Second')
  })

  it('explains that no more drafts can be saved, disables starting one, and focuses the first draft', async () => {
    const { form } = await openFor(
      Array.from({ length: mostDrafts }, (_, place) => keptDraft(`${place}`, { title: `${place}` })),
    )
    expect(await form.findByText(tooManyDrafts)).toBeInTheDocument()
    expect(form.getByRole('button', { name: 'Start a new insight' })).toBeDisabled()
    const [first] = within(form.getByRole('list', { name: 'Drafts' })).getAllByRole('button')
    await waitFor(() => expect(first).toHaveFocus())
  })
})

it('says that the search or filters hide a created insight, and shows it on request', async () => {
  const { form } = await openForm({ 'insights.create': () => created }, '/insights?q=nothing&new=1')
  await fill(form)
  await submit(form)
  expect(await screen.findByText('Insight created. Your search or filters hide it.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/insights\/[^?]+$/))
  await waitFor(() => expect(screen.queryByText(/^Insight created/)).not.toBeInTheDocument())
})

it('says only that the search or filters may hide a created insight in a list too long to look through', async () => {
  const others = Array.from({ length: 501 }, (_, place) => sampleRow(place + 2))
  const list = answersFor(() => others)
  const { form } = await openForm({ ...list, 'insights.create': () => created }, '/insights?q=number&new=1')
  await fill(form)
  await submit(form)
  expect(await screen.findByText('Insight created. Your search or filters may hide it.')).toBeInTheDocument()
})

it('does not mention filters when the created insight is in the list', async () => {
  const { form } = await openForm({ 'insights.create': () => created }, '/insights?q=number&new=1')
  await fill(form)
  await submit(form)
  expect(await screen.findByText('Insight created')).toBeInTheDocument()
  expect(screen.queryByText(/Your search or filters/)).not.toBeInTheDocument()
})

it('says that a draft was saved when the form is closed, and discards it from the notice', async () => {
  const { form, drafts } = await openForm()
  await fill(form)
  await userEvent.click(form.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Draft saved')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(drafts().at(-1)).toBe('insights.discardDraft'))
  expect(await screen.findByText('Discarded “Late alarm”')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Draft saved')).not.toBeInTheDocument())
})

it('does not mention a draft when an empty form is closed', async () => {
  const { form } = await openForm()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(form.queryByLabelText('Title')).not.toBeInTheDocument())
  await longerThanAPause()
  await waitFor(() => expect(screen.queryByText('Draft saved')).not.toBeInTheDocument())
})

it('says that the service is offline, and creates the insight all the same', async () => {
  const { form, sent } = await openForm({
    'sync.status': () => ({ ...testSyncStatus, state: 'offline' }),
    'insights.create': () => created,
  })
  const create = form.getByRole('button', { name: 'Create insight' })
  await waitFor(() =>
    expect(create).toHaveAccessibleDescription(/^Offline\. You can create the insight.* until it can be sent\.$/),
  )
  expect(form.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  await fill(form)
  await submit(form)
  await waitFor(() => expect(sent()).toHaveLength(1))
})

const inProduction = (isLocked: boolean): EnvironmentList => ({
  ...testEnvironments,
  active: { ...testWorkspace, environment: 'production' },
  environments: testEnvironments.environments.map((each) => ({ ...each, isLocked })),
})

it('says that an insight created offline is sent once reviewed, in production', async () => {
  const { form } = await openForm({
    'environments.list': () => inProduction(false),
    'sync.status': () => ({ ...testSyncStatus, state: 'offline' }),
  })
  const create = form.getByRole('button', { name: 'Create insight' })
  await waitFor(() => expect(create).toHaveAccessibleDescription(/this computer until you review and send it\.$/))
})

it('says before an insight is created that it can’t be edited or deleted afterwards', async () => {
  const { form } = await openForm()
  const create = form.getByRole('button', { name: 'Create insight' })
  expect(create).toHaveAccessibleDescription('Once sent, an insight can’t be edited or deleted in this app.')
})

it('saves a draft in a locked environment, sends nothing, and offers to unlock editing', async () => {
  const { form, sent, bridge } = await openForm({
    'environments.list': () => inProduction(true),
    'environments.unlock': () => ({ isUnlocked: true }),
  })
  await fill(form)
  const create = form.getByRole('button', { name: 'Create insight' })
  expect(create).toHaveAccessibleDescription(
    /read-only. Unlock editing to create the insight; until then this stays a draft/,
  )
  expect(create).toHaveAttribute('aria-disabled', 'true')
  await submit(form)
  await userEvent.click(form.getByLabelText('Title'))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(sent()).toEqual([])
  expect(form.getByRole('button', { name: 'Unlock editing' })).toHaveFocus()
  await waitFor(() => expect(form.getByRole('status', { name: 'Draft' })).toHaveTextContent(/^Draft saved/))
  await userEvent.click(form.getByRole('button', { name: 'Unlock editing' }))
  expect(bridge.calls).toContainEqual({ name: 'environments.unlock', input: { environment: 'production' } })
  act(() => bridge.push('environments.changed', inProduction(false)))
  await waitFor(() => expect(create).toHaveAttribute('aria-disabled', 'false'))
  expect(create).toHaveAttribute('data-environment', 'production')
  expect(form.getByLabelText('Title')).toHaveValue('Late alarm')
})
