import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { Answers } from '../../testing/fake-bridge'
import { pasteInto } from '../../testing/paste-into'
import { renderView } from '../../testing/render'
import { answersFor, sampleRow } from '../../testing/sample-insights'
import { sampleFeedback, sampleId } from '../../testing/sample-records'
import { InsightsView } from '.'

const feedback = [1, 2, 3].map((place) => sampleFeedback(place))

async function open(answers: Answers = {}) {
  const { bridge } = renderView(<InsightsView />, {
    route: '/insights?new=1',
    path: '/insights/:id?',
    answers: {
      ...answersFor(() => [sampleRow(1)]),
      'insights.drafts': () => [],
      'insights.saveDraft': () => ({ savedAt: '2026-01-01T10:00:00Z' }),
      'insights.discardDraft': () => null,
      'feedback.query': ({ text, offset, limit }) => {
        const rows = feedback.filter(({ content }) => content.includes(text))
        return { rows: rows.slice(offset, offset + limit), total: rows.length, all: feedback.length }
      },
      'feedback.get': ({ id }) => {
        const row = feedback.find((each) => each.id === id)
        if (row === undefined) throw new AppError('NOT_FOUND', '')
        return row
      },
      ...answers,
    },
  })
  const dialog = await screen.findByRole('dialog', { name: 'New insight' })
  const form = within(dialog)
  const picker = await form.findByRole('combobox', { name: 'Feedback' })
  expect(form.queryByRole('textbox', { name: 'Feedback IDs' })).not.toBeInTheDocument()
  await userEvent.click(form.getByRole('button', { name: 'IDs and scores (optional)' }))
  const ids = form.getByRole('textbox', { name: 'Feedback IDs' })
  return { bridge, form, ids, picker }
}

it('searches feedback by text, newest first, and adds the ID of the chosen piece', async () => {
  const { bridge, form, ids, picker } = await open()
  expect(bridge.calls.some(({ name }) => name === 'feedback.query')).toBe(false)
  await userEvent.type(picker, 'number 2 ')
  await waitFor(() =>
    expect(bridge.calls.findLast(({ name }) => name === 'feedback.query')?.input).toMatchObject({
      text: 'number 2',
      sort: { column: 'createdAt', direction: 'descending' },
    }),
  )
  await waitFor(() => expect(screen.getAllByRole('option', { name: /Somebody said/ })).toHaveLength(1))
  expect(screen.getByRole('option', { name: /Somebody said/ })).toHaveTextContent(/Survey · /)
  expect(picker).toHaveAttribute('placeholder', 'Search feedback')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(ids).toHaveValue(sampleId(2))
  expect(await form.findByText('“Somebody said number 2”')).toBeInTheDocument()
  expect(picker).toHaveAttribute('placeholder', '')
})

it('offers feedback by its title, if it has one', async () => {
  const titled = sampleFeedback(9, { title: 'Range in winter' })
  const { picker } = await open({ 'feedback.query': () => ({ rows: [titled], total: 1, all: 1 }) })
  await userEvent.click(picker)
  expect(await screen.findByRole('option', { name: /^“Range in winter”/ })).toBeInTheDocument()
})

it('shows which words were searched instead in place of the hint', async () => {
  const { picker } = await open({
    'feedback.query': ({ text }) => ({
      ...{ rows: feedback, total: feedback.length, all: feedback.length },
      ...(text === 'sombody' && { forgiven: [{ typed: 'sombody', words: ['somebody'], because: 'similar' }] }),
    }),
  })
  const hint = 'Optional. Search, or enter IDs.'
  expect(picker).toHaveAccessibleDescription(hint)
  await userEvent.type(picker, 'sombody')
  await waitFor(() => expect(picker).toHaveAccessibleDescription(/^Showing results for somebody ?\.$/))
  await userEvent.tab()
  await waitFor(() => expect(picker).toHaveAccessibleDescription(hint))
  await userEvent.clear(picker)
  await waitFor(() => expect(picker).toHaveAccessibleDescription(hint))
})

it('chooses nothing found for earlier words during a search, except what has the new words too', async () => {
  const { bridge, ids, picker } = await open({
    'feedback.query': ({ text }) =>
      text === '' ? { rows: feedback, total: feedback.length, all: feedback.length } : new Promise(() => {}),
  })
  const offers = () => screen.queryAllByRole('option', { name: /Somebody said/ })
  await userEvent.click(picker)
  await waitFor(() => expect(offers()).toHaveLength(3))
  await userEvent.type(picker, 'brakes')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(ids).toHaveValue('')
  await waitFor(() =>
    expect(bridge.calls.findLast(({ name }) => name === 'feedback.query')?.input).toMatchObject({ text: 'brakes' }),
  )
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(ids).toHaveValue('')
  expect(screen.queryByText('No matching feedback.')).not.toBeInTheDocument()
  await userEvent.clear(picker)
  await userEvent.type(picker, 'Number 2')
  expect(offers()).toHaveLength(1)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(ids).toHaveValue(sampleId(2))
})

it('keeps the search text after a choice, so that another piece can be chosen', async () => {
  const { ids, picker } = await open()
  await userEvent.type(picker, 'Somebody')
  await waitFor(() => expect(screen.getAllByRole('option', { name: /Somebody said/ })).toHaveLength(3))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(ids).toHaveValue(sampleId(1))
  expect(picker).toHaveValue('Somebody')
  await waitFor(() => expect(screen.getAllByRole('option', { name: /Somebody said/ })).toHaveLength(2))
})

it('says when all results are chosen, and replaces the used words by the next ones', async () => {
  const { form, picker } = await open()
  await userEvent.type(picker, 'number 2')
  await waitFor(() => expect(screen.getAllByRole('option', { name: /Somebody said/ })).toHaveLength(1))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByText('All results are already selected.')).toBeInTheDocument()
  await userEvent.keyboard('number 3')
  expect(picker).toHaveValue('number 3')
  expect(await screen.findByRole('option', { name: /number 3/ })).toBeInTheDocument()
  expect(form.getByText('“Somebody said number 2”')).toBeInTheDocument()
})

it('clears the search text on blur only if something was chosen with it', async () => {
  const { form, ids, picker } = await open()
  await userEvent.type(picker, 'Somebody')
  await waitFor(() => expect(screen.getAllByRole('option', { name: /Somebody said/ })).toHaveLength(3))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await userEvent.click(form.getByLabelText('Title'))
  expect(picker).toHaveValue('')
  expect(ids).toHaveValue(sampleId(1))
  await userEvent.type(picker, 'number 2')
  await userEvent.click(form.getByLabelText('Title'))
  expect(picker).toHaveValue('number 2')
})

it('accepts many pasted IDs at once, and marks those that are not on this computer', async () => {
  const { form, ids, picker } = await open()
  picker.focus()
  await userEvent.paste(`${sampleId(1)}\n${sampleId(3)}, ${sampleId(77)}`)
  expect(ids).toHaveValue([1, 3, 77].map(sampleId).join('\n'))
  expect(await form.findByText('“Somebody said number 1”')).toBeInTheDocument()
  expect(await form.findByText(`${sampleId(77)} (not on this computer)`)).toBeInTheDocument()
  expect(picker).toHaveValue('')
  await userEvent.keyboard('{Backspace}')
  expect(ids).toHaveValue([1, 3].map(sampleId).join('\n'))
})

it('shows the feedback whose ID is typed into the IDs field, and leaves other text there unchanged', async () => {
  const { form, ids, picker } = await open()
  await userEvent.type(ids, 'not-finish ')
  await userEvent.paste(sampleId(1).slice(0, -1))
  await userEvent.keyboard(sampleId(1).slice(-1))
  expect(await form.findByText('“Somebody said number 1”')).toBeInTheDocument()
  expect(ids).toHaveValue(`not-finish ${sampleId(1)}`)
  picker.focus()
  await userEvent.keyboard('{Backspace}')
  expect(ids).toHaveValue('not-finish')
})

it.each([
  ['Enter', '{Enter}'],
  ['Ctrl Enter', '{Control>}{Enter}{/Control}'],
  ['Ctrl Enter on an offer', '{ArrowDown}{Control>}{Enter}{/Control}'],
])('sends nothing on %s while there is search text and nothing is chosen', async (_, keys) => {
  const { bridge, form, picker, ids } = await open({
    'insights.create': () => ({ insightId: sampleId(1), changeId: 'c', state: 'done', error: null }),
  })
  const sent = () => bridge.calls.filter(({ name }) => name === 'insights.create')
  await userEvent.selectOptions(form.getAllByRole('combobox')[0] as HTMLElement, 'Bug')
  await pasteInto(form.getByLabelText('Title'), 'A title')
  await pasteInto(form.getByLabelText('Description'), 'Some words')
  await userEvent.type(picker, 'number 2')
  await waitFor(() => expect(screen.getAllByRole('option', { name: /Somebody said/ })).toHaveLength(1))
  await userEvent.keyboard(keys)
  expect(picker).toHaveFocus()
  expect(picker).toHaveAccessibleDescription(/Choose feedback from the list, or clear the search\./)
  expect(sent()).toEqual([])
  await userEvent.click(screen.getByRole('option', { name: /Somebody said/ }))
  expect(ids).toHaveValue(sampleId(2))
  expect(picker).not.toHaveAccessibleDescription(/Choose feedback/)
  // The search text stays, to find another.
  expect(picker).toHaveValue('number 2')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toMatchObject([{ input: { insight: { feedbackIds: [sampleId(2)] } } }]))
})

it('names the search for feedback in the summary of each attempt that it holds back, until it changes', async () => {
  const { bridge, form, picker } = await open()
  const create = () => userEvent.click(form.getByRole('button', { name: 'Create insight' }))
  const lines = (summary: string) =>
    within(form.getByRole('group', { name: summary }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await userEvent.type(picker, 'number')
  await create()
  expect(lines('4 fields need attention')).toEqual(['Type', 'Title', 'Description', 'Feedback'])
  await userEvent.clear(picker)
  await userEvent.selectOptions(form.getAllByRole('combobox')[0] as HTMLElement, 'Bug')
  await pasteInto(form.getByLabelText('Title'), 'A title')
  await pasteInto(form.getByLabelText('Description'), 'Some words')
  expect(lines('Ready to try again')[3]).toBe('Feedback – changed since the last attempt')
  expect(picker).toHaveAccessibleDescription(/^Changed since the last attempt/)
  await userEvent.type(picker, 'number')
  await create()
  expect(form.getByRole('alert')).toHaveTextContent('1 field needs attention. Feedback.')
  expect(lines('1 field needs attention')).toEqual(['Feedback'])
  expect(picker).toHaveFocus()
  await userEvent.click(form.getByLabelText('Title'))
  await userEvent.click(
    within(form.getByRole('group', { name: /attention/ })).getByRole('button', { name: 'Feedback' }),
  )
  expect(picker).toHaveFocus()
  expect(bridge.calls.filter(({ name }) => name === 'insights.create')).toEqual([])
})

it('says that there is no feedback yet while nothing is searched', async () => {
  const { picker } = await open({ 'feedback.query': () => ({ rows: [], total: 0, all: 0 }) })
  await userEvent.click(picker)
  expect(await screen.findByText('No feedback yet.')).toBeVisible()
})

it('does not cover the error about the text with the list that has nothing', async () => {
  const { form, picker } = await open()
  await userEvent.selectOptions(form.getAllByRole('combobox')[0] as HTMLElement, 'Bug')
  await pasteInto(form.getByLabelText('Title'), 'A title')
  await pasteInto(form.getByLabelText('Description'), 'Some words')
  await userEvent.type(picker, 'nowhere')
  expect(await screen.findByText('No matching feedback.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(picker).toHaveAccessibleDescription(/Choose feedback from the list, or clear the search\./)
  await waitFor(() => expect(screen.queryByText('No matching feedback.')).not.toBeInTheDocument())
  await userEvent.type(picker, ' else')
  expect(await screen.findByText('No matching feedback.')).toBeVisible()
})

it('still sends nothing after another piece of feedback is removed while there is search text', async () => {
  const { bridge, form, picker, ids } = await open()
  await userEvent.selectOptions(form.getAllByRole('combobox')[0] as HTMLElement, 'Bug')
  await pasteInto(form.getByLabelText('Title'), 'A title')
  await pasteInto(form.getByLabelText('Description'), 'Some words')
  await pasteInto(ids, sampleId(1))
  await userEvent.type(picker, 'number 2')
  const chosen = (await form.findByText('“Somebody said number 1”')).parentElement as HTMLElement
  await userEvent.click(chosen.querySelector('button') as HTMLElement)
  expect(ids).toHaveValue('')
  await userEvent.click(form.getByRole('button', { name: 'Create insight' }))
  expect(picker).toHaveAccessibleDescription(/Choose feedback from the list, or clear the search\./)
  expect(bridge.calls.filter(({ name }) => name === 'insights.create')).toEqual([])
})

it('shows all of the service’s errors about the IDs at once', async () => {
  const { form, ids } = await open({
    'insights.create': () => {
      throw new AppError('REFUSED', 'No.', {
        fields: [1, 3].map((place) => ({
          path: ['feedbackIds', String(place)],
          message: `There is no feedback ${place}.`,
        })),
      })
    },
  })
  await userEvent.selectOptions(form.getAllByRole('combobox')[0] as HTMLElement, 'Bug')
  await pasteInto(form.getByLabelText('Title'), 'A title')
  await pasteInto(form.getByLabelText('Description'), 'Some words')
  await pasteInto(ids, sampleId(9))
  await userEvent.click(form.getByRole('button', { name: 'Create insight' }))
  await waitFor(() => expect(ids).toHaveAccessibleDescription(/There is no feedback 1\. There is no feedback 3\./))
})

it('quotes the matching part of a long piece of feedback, and highlights the match', async () => {
  const long = {
    ...sampleFeedback(9),
    content: `${'I ride to work every day. '.repeat(12)}Then the charger hums at night.`,
  }
  const { picker } = await open({ 'feedback.query': () => ({ rows: [long], total: 1, all: 1 }) })
  await userEvent.type(picker, 'charger')
  const offer = await screen.findByRole('option', { name: /the charger hums at night/ })
  expect(within(offer).getByText('charger')).toHaveProperty('tagName', 'MARK')
})
