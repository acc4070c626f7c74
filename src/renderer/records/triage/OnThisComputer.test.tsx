import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { Triage } from '../../../contract/features/triage'
import type { Answers } from '../../testing/fake-bridge'
import { untriaged } from '../../testing/places'
import { renderView, testWorkspace } from '../../testing/render'
import { OnThisComputer } from './OnThisComputer'
import { WriteButtons } from './Written'

const open = (answers: Answers) =>
  renderView(
    <OnThisComputer
      kind="outcome"
      id="g"
      isBar
      first={<button type="button">Link to a metric…</button>}
      last={<button type="button">Delete…</button>}
    >
      <button type="button">Evidence brief</button>
    </OnThisComputer>,
    { answers },
  )

it('puts Delete last in the bar, and marks which buttons change the service', async () => {
  open({ 'triage.get': () => untriaged })
  await screen.findByRole('button', { name: 'Add note' })
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(names.slice(0, -1)).toEqual([
    ...['Link to a metric…', 'Mark as reviewed', 'Snooze…', 'Add note', 'Label…', 'Evidence brief', 'Delete…'],
  ])
  expect(names.at(-1)).toMatch(/stay on this computer/)
  const inService = screen.getAllByRole('group', { name: 'In the service' })
  expect(inService.map((group) => within(group).getAllByRole('button').length)).toEqual([1, 1])
  // The bar has no room for the icons and keys of triage.
  const write = ['Add note', 'Label…'].map((name) => screen.getByRole('button', { name }))
  expect(write.map(({ textContent }) => textContent)).toEqual(['Note…', 'Label…'])
  expect(write.map((button) => button.querySelector('svg'))).toEqual([null, null])
})

it('calls its button Edit note once there is a note', async () => {
  open({ 'triage.get': () => ({ ...untriaged, note: 'Ask Anna' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit note' }))
  expect(screen.queryByRole('button', { name: 'Add note' })).not.toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus()
})

it('leaves the focus where it is when there are labels already', async () => {
  open({ 'triage.get': () => ({ ...untriaged, note: 'Ask Anna', labels: ['Q3'] }) })
  expect(await screen.findByRole('combobox', { name: 'Labels' })).toBeInTheDocument()
  expect(document.body).toHaveFocus()
})

it('has a heading on a page without a bar, and starts a label with L there', async () => {
  renderView(<OnThisComputer kind="topic" id="t" />, { answers: { 'triage.get': () => untriaged } })
  expect(await screen.findByRole('button', { name: 'Add note' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Only on this computer' })).toBeInTheDocument()
  await userEvent.keyboard('l')
  expect(await screen.findByRole('combobox', { name: 'Labels' })).toHaveFocus()
})

it('keeps the buttons that change the service when the decisions can’t be read', async () => {
  open({
    'triage.get': () => {
      throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
    },
  })
  expect(await screen.findByRole('button', { name: 'Delete…' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add note' })).not.toBeInTheDocument()
})

it('leaves a note that was asked for to Escape, before it is there', async () => {
  let read = (_: Triage) => {}
  renderView(
    <section tabIndex={-1} aria-label="Details">
      <OnThisComputer kind="topic" id="t" />
    </section>,
    {
      answers: {
        'triage.get': () =>
          new Promise((resolve) => {
            read = resolve
          }),
      },
    },
  )
  await userEvent.keyboard('n{Escape}')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Details' })).toHaveFocus())
  act(() => read(untriaged))
  expect(await screen.findByRole('button', { name: 'Add note' })).toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

it('asks for no note when the decisions can’t be read, also once they can', async () => {
  let isDown = true
  const { bridge } = open({
    'triage.get': () => {
      if (isDown) throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
      return untriaged
    },
  })
  await userEvent.keyboard('n')
  await waitFor(() => expect(screen.queryByRole('textbox')).not.toBeInTheDocument())
  isDown = false
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['triage'] }))
  expect(await screen.findByRole('button', { name: 'Add note' })).toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

it.each([
  ['by its title', 'Ride longer', 'Marked “Ride longer” as reviewed'],
  ['by its kind where the title is empty', '', 'Marked 1 knowledge item as reviewed'],
])('names the record in the notice of a decision %s', async (_, title, notice) => {
  renderView(<OnThisComputer kind="knowledge" id="k" record={{ title }} isBar />, {
    answers: {
      'triage.get': () => untriaged,
      'triage.decideAll': ({ decisions }) => ({ undo: decisions }),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as reviewed' }))
  expect(await screen.findByText(notice)).toBeInTheDocument()
})

it.each([
  ['with icons and keys in a mode of its own', true, ['Add noteN', 'Label…L'], 2],
  ['in few words in details', false, ['Note…', 'Label…'], 0],
])('names the buttons for a note and labels %s', (_, isMode, texts, icons) => {
  const writing = { wanted: null, ask: () => {}, end: () => {} }
  renderView(<WriteButtons {...{ writing, isMode }} hasNote={false} />)
  const buttons = screen.getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(texts)
  expect(buttons.flatMap((button) => [...button.querySelectorAll('svg')])).toHaveLength(icons)
  expect(buttons[0]).toHaveAccessibleName(/^Add note/)
})
