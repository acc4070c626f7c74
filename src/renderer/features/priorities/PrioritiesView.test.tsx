import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, useLocation, useParams } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import {
  type Decision,
  noWeights,
  type PrioritisedKind,
  parts,
  type ScoringModel,
} from '../../../contract/features/priorities'
import { keyIn } from '../../../contract/workspace-key'
import { saveBeforeClosing } from '../../client/closing'
import { forgetEnvironment } from '../../client/forgetting'
import { useIsReturn } from '../../navigation/location-state'
import { briefDialog } from '../../records/brief-dialog'
import { exportDialog } from '../../records/export-dialog'
import { address, giveSize, renderList, rowOf, tableOf } from '../../records/list-testing'
import { useSelection } from '../../records/use-selection'
import { announced } from '../../testing/announced'
import type { Answers } from '../../testing/fake-bridge'
import { lowerWindow } from '../../testing/low-window'
import { WordCanvas } from '../../testing/painted'
import { pasteInto } from '../../testing/paste-into'
import { type PriorityRecord, priorityAnswers, priorityRecord } from '../../testing/priority-answers'
import { testWorkspace } from '../../testing/render'
import { useViewCommands } from '../../ui/view-commands'
import { PrioritiesView, useContradicted } from '.'

let restore: () => void
beforeEach(() => {
  restore = giveSize()
})
afterEach(() => {
  restore()
  forgetEnvironment(testWorkspace.environment)
  vi.unstubAllGlobals()
})

const row = priorityRecord

const decidedFirst = new Date(2026, 10, 2, 9).toISOString()
const heard = (feedback: number, negative = 0) => ({ feedback, rated: feedback, negative })
/** New evidence that by itself contradicts nothing. */
const decided = (decision: Decision, later = heard(1)) => ({
  ...{ decision, decidedAt: decidedFirst },
  since: { later, earlier: heard(40), strongestThen: null, strongestNow: null },
})

/** Ordered as by Evidence first; Rising now reverses it. */
const five = [
  row('a', { strongest: 5, strength: 0.9, momentum: 1, feedback: 40, sentiment: -0.8 }, decided('notNow')),
  row('b', { strongest: 4, strength: 0.7, momentum: 2, feedback: 30, sentiment: 0.4 }),
  row(
    'c',
    { strongest: 3, strength: 0.5, momentum: 3, feedback: 20, recent: 4 },
    { decision: 'next', note: 'Ask legal' },
  ),
  row('d', { strongest: 2, strength: 0.3, momentum: 4, feedback: 10, recent: 5 }),
  row('e', { strongest: 1, strength: 0.1, momentum: 5, feedback: 5, recent: 6 }, decided('now')),
]
const nothingBefore = { undo: { made: { decision: null, decidedAt: null }, before: [] } }
/** Of rows a and b, only these had a decision. */
const removedFrom = (ids: string[]) => ({
  undo: {
    made: { decision: null, decidedAt: null },
    before: [
      { ids, decision: 'now' as const, decidedAt: '2026-01-01T09:00:00.000Z' },
      { ids: ['a', 'b'].filter((id) => !ids.includes(id)), decision: null, decidedAt: null },
    ].filter((group) => group.ids.length > 0),
  },
})
const own: ScoringModel = { id: 'mine', name: 'Mine', weights: { ...noWeights, sentiment: -50 } }

function open({
  rows = five,
  route,
  answers,
}: {
  rows?: readonly PriorityRecord[]
  route?: string
  answers?: Answers
} = {}) {
  const view = (
    <main tabIndex={-1}>
      <PrioritiesView />
    </main>
  )
  return renderList(view, {
    path: '/prioritise/:id?',
    ...(route === undefined ? {} : { route }),
    answers: {
      ...priorityAnswers(() => rows),
      'priorities.models': () => [own],
      'priorities.decide': () => nothingBefore,
      'priorities.restore': ({ before }) => ({ restored: before.length }),
      'priorities.setNote': () => null,
      'priorities.saveModel': () => null,
      'priorities.removeModel': () => null,
      ...answers,
    },
  })
}

const titles = () =>
  [...document.querySelectorAll('tbody tr')].map((each) => /Title \w/.exec(each.textContent)?.[0].at(-1))
const chooseModel = (name: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: 'Scoring model' }), name)

it('ranks by the chosen model and keeps it in the address', async () => {
  open()
  await tableOf('Ranking')
  expect(titles()).toEqual(['a', 'b', 'c', 'd', 'e'])
  await chooseModel('Rising now')
  await waitFor(() => expect(titles()).toEqual(['e', 'd', 'c', 'b', 'a']))
  expect(address()).toBe('/prioritise?model=rising-now')
  await chooseModel('Mine')
  await waitFor(() => expect(titles()[0]).toBe('a'))
})

it('lists the lowest goal first on request, with its rank, and the highest first again', async () => {
  open({ route: '/prioritise?rows=goals' })
  await tableOf('Ranking')
  const sortMenu = () => screen.getByRole('button', { name: /^Sort by: Points/ })
  expect(screen.getByRole('columnheader', { name: 'Rank' })).not.toHaveAttribute('aria-sort')
  await userEvent.click(sortMenu())
  await screen.findByRole('menuitemradio', { name: 'Points' })
  expect(screen.queryByRole('menuitemradio', { name: 'Rank' })).not.toBeInTheDocument()
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'lowest first' }))
  await waitFor(() => expect(titles()).toEqual(['e', 'd', 'c', 'b', 'a']))
  expect(rowOf('Title e')).toHaveTextContent(/^5/)
  expect(sortMenu()).toHaveAccessibleName('Sort by: Points, lowest first')
  await userEvent.click(sortMenu())
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'highest first' }))
  await waitFor(() => expect(titles()).toEqual(['a', 'b', 'c', 'd', 'e']))
})

/** Rising now ranks them e, d, c, b, a. */
it.each([
  ['title', ['a', 'b', 'c', 'd', 'e']],
  ['-title', ['e', 'd', 'c', 'b', 'a']],
  ['decision', ['e', 'c', 'a', 'd', 'b']],
  ['-decision', ['a', 'c', 'e', 'd', 'b']],
  ['status', ['a', 'e', 'd', 'c', 'b']],
  ['-status', ['e', 'd', 'c', 'a', 'b']],
  ['sentiment', ['a', 'b', 'e', 'd', 'c']],
  ['-sentiment', ['b', 'a', 'e', 'd', 'c']],
])('sorts by %s, with equals as ranked and unknown values last', async (sort, order) => {
  const statuses: Readonly<Record<string, string | null>> = { a: 'Backlog', b: null }
  const rows = five.map((each) => ({ ...each, ...(each.id in statuses && { status: statuses[each.id] ?? null }) }))
  open({ rows, route: `/prioritise?model=rising-now&sort=${sort}` })
  await tableOf('Ranking')
  await waitFor(() => expect(titles()).toEqual(order))
})

it('exports the selected rows', async () => {
  open()
  await tableOf('Ranking')
  await userEvent.click(within(rowOf('Title b')).getByRole('checkbox'))
  await userEvent.click(within(rowOf('Title d')).getByRole('checkbox'))
  const selection = await screen.findByRole('region', { name: 'Selection' })
  await userEvent.click(within(selection).getByRole('button', { name: /^Export/ }))
  expect(exportDialog.get()).toMatchObject({ source: { view: 'opportunities' }, selected: ['b', 'd'] })
  exportDialog.set(null)
})

it('closes the weights with Escape, even from a weight’s field', async () => {
  open({ route: '/prioritise?panel=weights' })
  await tableOf('Ranking')
  expect(screen.getByRole('region', { name: 'Weights' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Weights' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Weights' }))
  const [field] = within(screen.getByRole('region', { name: 'Weights' })).getAllByRole('textbox')
  field?.focus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Weights' })).not.toBeInTheDocument()
  expect(rowOf('Title a')).toHaveFocus()
})

it('breaks each score down into the parts of the model, and names the parts in a legend', async () => {
  open()
  await tableOf('Ranking')
  expect(rowOf('Title a')).toHaveTextContent('Top score 40.0, Average strength 30.0, Feedback 20.0, Insights 10.0')
  const legend = screen.getByRole('list', { name: 'Parts of the points' })
  expect(
    within(legend)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Top score40', 'Average strength30', 'Feedback20', 'Insights10'])
  await chooseModel('Rising now')
  await waitFor(() => expect(rowOf('Title e')).toHaveTextContent('Average momentum 50.0'))
})

it('draws each part of the points as wide as it counts, and mutes the parts without weight', async () => {
  open({ route: '/prioritise/a' })
  await tableOf('Ranking')
  const details = await screen.findByRole('region', { name: 'Opportunity details' })
  await within(details).findByRole('row', { name: /Average strength/ })
  for (const place of [rowOf('Title a'), details]) {
    const drawn = [...place.querySelectorAll<HTMLElement>('span[data-part][style]')]
    expect(drawn.map(({ dataset, style }) => [dataset.part, style.width])).toEqual([
      ['strongest', '40%'],
      ['strength', '30%'],
      ['feedback', '20%'],
      ['insights', '10%'],
    ])
  }
  const lines = within(details).getAllByRole('row').slice(1, -1)
  expect(lines.map((line) => [line.querySelector('[data-part]') !== null, line.dataset.idle !== undefined])).toEqual(
    parts.map((_, place) => [place < 4, place >= 4]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Weights' }))
  const pane = within(await screen.findByRole('region', { name: 'Weights' }))
  const isColoured = (part: string) =>
    pane.getByText(part).previousElementSibling?.getAttribute('data-part') ?? 'not coloured'
  expect(['Average strength', 'Average sentiment'].map(isColoured)).toEqual(['strength', 'not coloured'])
})

it('draws no part that adds nothing to the points', async () => {
  open({ rows: [...five, row('f')] })
  await tableOf('Ranking')
  const drawn = [...rowOf('Title f').querySelectorAll<HTMLElement>('span[data-part][style]')]
  expect(drawn.map(({ dataset }) => dataset.part)).toEqual(['insights'])
  expect(within(rowOf('Title f')).getByTitle('Insights 10.0')).toBeInTheDocument()
})

it('updates the ranking while a weight is typed, marks the model as changed, and resets it', async () => {
  open({ route: '/prioritise?panel=weights&model=mine' })
  await tableOf('Ranking')
  await waitFor(() => expect(titles().slice(0, 2)).toEqual(['a', 'b']))
  const field = screen.getByRole('textbox', { name: 'Weight of Average sentiment' })
  await userEvent.clear(field)
  await userEvent.type(field, '50')
  await waitFor(() => expect(titles().slice(0, 2)).toEqual(['b', 'a']))
  expect(screen.getByRole('button', { name: 'Weights (edited)' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Reset weights' }))
  await waitFor(() => expect(titles().slice(0, 2)).toEqual(['a', 'b']))
})

it('marks the weights as changed in the details until they match the model again', async () => {
  open({ route: '/prioritise?model=mine' })
  await tableOf('Ranking')
  const detailsWith = async (weight: string) => {
    await userEvent.click(await screen.findByRole('button', { name: /^Weights/ }))
    const field = await screen.findByRole('textbox', { name: 'Weight of Average sentiment' })
    await userEvent.clear(field)
    await userEvent.type(field, weight)
    await userEvent.click(rowOf('Title b'))
    return screen.findByRole('region', { name: 'Opportunity details' })
  }
  expect(await detailsWith('50')).toHaveTextContent(/Rank \d of 5 · Mine \(edited\)/)
  expect(await detailsWith('-50')).toHaveTextContent(/Rank \d of 5 · Mine(?! \(edited\))/)
  expect(screen.getByRole('button', { name: 'Weights' })).toBeVisible()
})

/** Changes the weight of the sentiment to 20 and begins to save it; returns its field. */
async function saveOtherWeight() {
  const field = await screen.findByRole('textbox', { name: 'Weight of Average sentiment' })
  await userEvent.clear(field)
  await userEvent.type(field, '20')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for the scoring model' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save weights' }))
  return field
}

it('saves the weights of a preset as a custom model, and chooses it', async () => {
  const saved: { readonly model: ScoringModel }[] = []
  open({
    answers: {
      'priorities.saveModel': (input) => {
        saved.push(input)
        return null
      },
    },
  })
  await tableOf('Ranking')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for the scoring model' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as…' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Model name' }), 'Churn')
  await userEvent.click(screen.getByRole('button', { name: 'Save model' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({ model: { name: 'Churn', weights: { strongest: 40 } } })
  await waitFor(() => expect(address()).toBe(`/prioritise?model=${saved[0]?.model.id}`))
})

it('keeps the weights moved on, and their model, after the dialog of a model being saved was cancelled', async () => {
  let finish = () => {}
  open({
    route: '/prioritise?panel=weights',
    answers: { 'priorities.saveModel': () => new Promise<null>((resolve) => (finish = () => resolve(null))) },
  })
  await tableOf('Ranking')
  const field = screen.getByRole('textbox', { name: 'Weight of Average sentiment' })
  fireEvent.change(field, { target: { value: '20' } })
  await userEvent.click(screen.getByRole('button', { name: 'Actions for the scoring model' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as…' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Model name' }), 'Churn{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  fireEvent.change(field, { target: { value: '35' } })
  finish()
  expect(await screen.findByText('Saved scoring model “Churn”')).toBeInTheDocument()
  expect(field).toHaveValue('35')
  expect(address()).toBe('/prioritise?panel=weights')
})

it.each([
  ['a preset', 'evidence-first', false, ['Save as…']],
  ['a preset whose weights were moved', 'evidence-first', true, ['Save as…', 'Reset weights']],
  ['a custom model', 'mine', false, ['Save as…', 'Rename…', 'Delete']],
  [
    ...['a custom model whose weights were moved', 'mine', true],
    ['Save weights', 'Save as…', 'Reset weights', 'Rename…', 'Delete'],
  ],
] as const)('offers what can be done with %s', async (_, model, isMoved, actions) => {
  open({ route: `/prioritise?panel=weights&model=${model}` })
  await tableOf('Ranking')
  if (isMoved) {
    const field = screen.getByRole('textbox', { name: 'Weight of Average sentiment' })
    fireEvent.change(field, { target: { value: '20' } })
  }
  await userEvent.click(screen.getByRole('button', { name: 'Actions for the scoring model' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(actions)
})

it('keeps a weight between −100 and 100, with its field and its slider', async () => {
  open({ route: '/prioritise?panel=weights' })
  await tableOf('Ranking')
  const field = screen.getByRole('textbox', { name: 'Weight of Average sentiment' })
  const slider = screen.getByRole('slider', { name: 'Average sentiment, slider' })
  expect([slider.getAttribute('aria-valuemin'), slider.getAttribute('aria-valuemax')]).toEqual(['-100', '100'])
  await userEvent.clear(field)
  await userEvent.type(field, '-1005')
  expect(field).toHaveValue('-100')
  await userEvent.clear(field)
  await userEvent.type(field, '1005')
  expect(field).toHaveValue('100')
})

it('keeps a weight that is moved while the weights before it are being saved', async () => {
  let finish = () => {}
  open({
    route: '/prioritise?panel=weights&model=mine',
    answers: { 'priorities.saveModel': () => new Promise<null>((resolve) => (finish = () => resolve(null))) },
  })
  await tableOf('Ranking')
  const field = await saveOtherWeight()
  await userEvent.clear(field)
  await userEvent.type(field, '35')
  finish()
  expect(await screen.findByText('Saved weights of “Mine”')).toBeInTheDocument()
  expect(field).toHaveValue('35')
})

it('shows Weights as pressed only while its pane is open, reopens the pane in place of details, and closes it', async () => {
  open({ route: '/prioritise?panel=weights' })
  await tableOf('Ranking')
  const weights = screen.getByRole('button', { name: 'Weights' })
  expect(weights).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(rowOf('Title b'))
  await screen.findByRole('region', { name: 'Opportunity details' })
  expect(weights).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(weights)
  expect(await screen.findByRole('region', { name: 'Weights' })).toBeVisible()
  expect(weights).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(weights)
  expect(weights).toHaveAttribute('aria-pressed', 'false')
  expect(weights).toHaveFocus()
  await userEvent.click(weights)
  await userEvent.click(screen.getByRole('button', { name: 'Close weights' }))
  expect(screen.queryByRole('region', { name: 'Weights' })).not.toBeInTheDocument()
  expect(weights).toHaveAttribute('aria-pressed', 'false')
})

it('explains a rank part by part, and saves a decision and a note', async () => {
  const { bridge } = open()
  await tableOf('Ranking')
  await userEvent.click(rowOf('Title b'))
  const details = await screen.findByRole('region', { name: 'Opportunity details' })
  expect(details).toHaveTextContent('Rank 2 of 5 · Evidence first')
  // Said before it happens, not only beside a contradicted decision.
  expect(within(details).getByRole('button', { name: /^Only evidence newer than the decision counts/ })).toBeVisible()
  const part = within(details).getByRole('row', { name: /Average strength/ })
  expect(
    within(part)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['0.70', '0.78', '30', '23.3'])
  expect(within(details).getByRole('row', { name: /Goal priority/ })).toHaveTextContent('–')
  expect(within(details).getByText('– means unknown and counts as 0.')).toBeVisible()
  await userEvent.click(within(details).getByRole('radio', { name: 'Later' }))
  await userEvent.type(within(details).getByRole('textbox', { name: 'Decision note' }), 'Too dear')
  await userEvent.tab()
  const of = { kind: 'opportunity' }
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      name: 'priorities.setNote',
      input: expect.objectContaining({ ...of, id: 'b', note: 'Too dear' }),
    }),
  )
  expect(bridge.calls).toContainEqual({
    name: 'priorities.decide',
    input: expect.objectContaining({ ...of, ids: ['b'], decision: 'later' }),
  })
})

it('moves among the decisions with arrow keys, which neither decide nor move in the list, and decides with Space or Enter', async () => {
  const { bridge } = open({ route: '/prioritise/e' })
  await tableOf('Ranking')
  const details = await screen.findByRole('region', { name: 'Opportunity details' })
  const choice = (name: string) => within(details).getByRole('radio', { name })
  await waitFor(() => expect(choice('Now')).toBeChecked())
  act(() => choice('Now').focus())
  for (const [key, name] of [
    ['ArrowDown', 'Next'],
    ['ArrowUp', 'Now'],
    ['ArrowLeft', 'None'],
    ['ArrowLeft', 'Not now'],
    ['ArrowRight', 'None'],
    ['ArrowUp', 'Not now'],
    ['ArrowUp', 'Later'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    expect(choice(name)).toHaveFocus()
  }
  expect(address()).toBe('/prioritise/e')
  const decisions = () =>
    bridge.calls.flatMap(({ name, input }) =>
      name === 'priorities.decide' ? [(input as { decision: string }).decision] : [],
    )
  expect(decisions()).toEqual([])
  await userEvent.keyboard(' ')
  await waitFor(() => expect(decisions()).toEqual(['later']))
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(decisions()).toEqual(['later', 'next']))
})

it('explains no dash in the details of a record whose parts are all known', async () => {
  const known = Object.fromEntries(parts.map((part) => [part, 1]))
  open({ rows: [row('a', known)], route: '/prioritise/a' })
  const details = await screen.findByRole('region', { name: 'Opportunity details' })
  expect(await within(details).findByRole('row', { name: /Goal priority/ })).not.toHaveTextContent('–')
  expect(within(details).queryByText(/means unknown/)).not.toBeInTheDocument()
})

it('saves a decision note while it is typed, and keeps one that could not be saved', async () => {
  const saved: string[] = []
  const begun: string[] = []
  let isFull = false
  open({
    answers: {
      'priorities.setNote': ({ began, note }) => {
        if (isFull) throw new AppError('DISK_FULL', 'The disk is full.')
        saved.push(note)
        begun.push(began)
        return null
      },
    },
  })
  await tableOf('Ranking')
  await userEvent.click(rowOf('Title b'))
  const note = () => screen.findByRole('textbox', { name: 'Decision note' })
  await userEvent.type(await note(), 'Too dear')
  await waitFor(() => expect(saved.at(-1)).toBe('Too dear'))
  expect(await note()).toHaveFocus()
  isFull = true
  await userEvent.type(await note(), ' now')
  await userEvent.click(rowOf('Title c'))
  await waitFor(async () => expect(await note()).toHaveValue('Ask legal'))
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  await userEvent.click(rowOf('Title b'))
  await waitFor(async () => expect(await note()).toHaveValue('Too dear now'))
  isFull = false
  await act(() => saveBeforeClosing())
  expect(saved.at(-1)).toBe('Too dear now')
  expect([begun[0], begun.at(-1)]).toEqual(['', 'Too dear'])
})

it('saves a decision note at once when its field is left', async () => {
  const { bridge } = open({ route: '/prioritise/b' })
  const note = await screen.findByRole('textbox', { name: 'Decision note' })
  fireEvent.change(note, { target: { value: 'Too dear' } })
  const asked = () => bridge.calls.filter(({ name }) => name === 'priorities.setNote').length
  expect(asked()).toBe(0)
  await act(async () => fireEvent.blur(note))
  expect(asked()).toBe(1)
})

it('saves a decision note without the spaces around it', async () => {
  const { bridge } = open({ route: '/prioritise/b' })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Decision note' }), '  Too dear ')
  await userEvent.tab()
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      name: 'priorities.setNote',
      input: expect.objectContaining({ id: 'b', note: 'Too dear' }),
    }),
  )
})

it('updates an open note field with a newer note and builds on it, but keeps unsaved text', async () => {
  const stored = ['Ask legal']
  const saved: unknown[] = []
  const { bridge } = open({
    route: '/prioritise/c',
    answers: {
      ...priorityAnswers(() => five.map((each) => (each.id === 'c' ? { ...each, note: stored.at(-1) ?? '' } : each))),
      'priorities.setNote': ({ began, note }) => {
        saved.push([began, note])
        stored.push(note)
        return null
      },
    },
  })
  const come = (note: string) => {
    stored.push(note)
    act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['priorities'] }))
  }
  const note = await screen.findByRole('textbox', { name: 'Decision note' })
  await pasteInto(note, ' first')
  await waitFor(() => expect(saved).toEqual([['Ask legal', 'Ask legal first']]))
  come('Too dear\n\nAsk legal first')
  await waitFor(() => expect(note).toHaveValue('Too dear\n\nAsk legal first'))
  await userEvent.type(note, '!')
  // Typed, unsaved text stays in the field.
  come('Another')
  await waitFor(() => expect(saved.at(-1)).toEqual(['Too dear\n\nAsk legal first', 'Too dear\n\nAsk legal first!']))
})

it('marks only decisions that the rank contradicts after new evidence', async () => {
  open()
  await tableOf('Ranking')
  expect(within(rowOf('Title a')).getByRole('img')).toHaveAccessibleName(
    'Decided “Not now” on 2 Nov 2026. Since then: 1 piece of feedback. Current rank: 1 of 5 (top fifth).',
  )
  expect(within(rowOf('Title e')).getByRole('img', { name: /Now.*bottom half/ })).toBeVisible()
  expect(within(rowOf('Title c')).queryByRole('img')).toBeNull()
  for (const [id, decision] of Object.entries({ a: 'Not now', b: '–', c: 'Next', e: 'Now' }))
    expect(within(rowOf(`Title ${id}`)).getAllByText(decision)[0]).toBeVisible()
  await chooseModel('Rising now')
  await waitFor(() => expect(titles()[0]).toBe('e'))
  expect(within(rowOf('Title a')).queryByRole('img')).toBeNull()
})

it('does not mark a decision as contradicted by evidence known when it was made', async () => {
  const known = five.map((each) => (each.decision === null ? each : { ...each, ...decided(each.decision, heard(0)) }))
  open({ rows: known })
  await tableOf('Ranking')
  expect(await screen.findByRole('button', { name: 'Not now 1' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Contradicted/ })).toBeNull()
  expect(within(rowOf('Title a')).queryByRole('img')).toBeNull()
})

it('does not judge a decision by the evidence since an earlier one', async () => {
  const again = { ...decided('now', heard(12)), decidedAt: '2026-11-20T09:00:00.000Z' }
  const rows = five.map((each) => (each.id === 'e' ? { ...each, ...again } : each))
  const answers = priorityAnswers(() => rows)
  open({
    answers: {
      ...answers,
      'priorities.since': (input) =>
        answers['priorities.since'](input).map((each) => ({ ...each, decidedAt: decidedFirst })),
    },
  })
  await tableOf('Ranking')
  expect(await screen.findByRole('button', { name: 'Contradicted 1' })).toBeVisible()
  expect(within(rowOf('Title a')).getByRole('img')).toBeVisible()
  expect(within(rowOf('Title e')).queryByRole('img')).toBeNull()
})

it('judges a decision of an unknown date by the rank alone', async () => {
  open({ rows: five.map((each) => (each.id === 'a' ? row('a', each.parts as object, { decision: 'notNow' }) : each)) })
  await tableOf('Ranking')
  expect(within(rowOf('Title a')).getByRole('img')).toHaveAccessibleName(
    'Decided “Not now” on an unknown date. Current rank: 1 of 5 (top fifth).',
  )
})

it('lists the evidence since a contradicted decision in the middle of the ranking', async () => {
  const grown = {
    ...decided('notNow', heard(12)),
    since: { ...decided('notNow', heard(12)).since, strongestThen: 2, strongestNow: 3 },
  }
  const turned = decided('now', heard(4, 3))
  const unrated = { ...turned, since: { ...turned.since, earlier: { feedback: 40, rated: 0, negative: 0 } } }
  const changes: Readonly<Record<string, object>> = { b: turned, c: grown, d: unrated }
  open({ rows: five.map((each) => ({ ...each, ...changes[each.id] })) })
  await tableOf('Ranking')
  expect(within(rowOf('Title c')).getByRole('img')).toHaveAccessibleName(
    'Decided “Not now” on 2 Nov 2026. Since then: 12 pieces of feedback (40 before), top score 2.00 → 3.00. Current rank: 3 of 5.',
  )
  expect(within(rowOf('Title b')).getByRole('img')).toHaveAccessibleName(
    'Decided “Now” on 2 Nov 2026. Since then: 4 pieces of feedback, 3 of 4 negative (0 of 40 before). Current rank: 2 of 5.',
  )
  expect(within(rowOf('Title d')).getByRole('img')).toHaveAccessibleName(
    'Decided “Now” on 2 Nov 2026. Since then: 4 pieces of feedback, 3 of 4 negative. Current rank: 4 of 5 (bottom half).',
  )
  await userEvent.click(rowOf('Title c'))
  const details = await screen.findByRole('region', { name: 'Opportunity details' })
  expect(details).toHaveTextContent('12 pieces of feedback (40 before)')
})

it('confirms a contradicted decision with Keep decision, and judges it by later evidence only', async () => {
  let rows = five
  const { bridge } = open({
    answers: {
      ...priorityAnswers(() => rows),
      'priorities.decide': ({ decision }) => {
        const again = { ...decided('notNow', heard(0)), decision, decidedAt: '2026-11-20T09:00:00.000Z' }
        rows = five.map((each) => (each.id === 'a' ? { ...each, ...again } : each))
        return nothingBefore
      },
    },
  })
  await tableOf('Ranking')
  await userEvent.click(rowOf('Title a'))
  const details = await screen.findByRole('region', { name: 'Opportunity details' })
  await userEvent.click(await within(details).findByRole('button', { name: 'Keep decision' }))
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      name: 'priorities.decide',
      input: expect.objectContaining({ kind: 'opportunity', ids: ['a'], decision: 'notNow' }),
    }),
  )
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['priorities'] }))
  expect(await screen.findByRole('button', { name: 'Contradicted 1' })).toBeVisible()
  expect(within(rowOf('Title a')).queryByRole('img')).toBeNull()
  expect(within(details).queryByRole('button', { name: 'Keep decision' })).toBeNull()
  expect(within(details).getByRole('radio', { name: 'Not now' })).toHaveFocus()
})

it.each(['priorities.decisions', 'priorities.since'] as const)(
  'offers to retry when %s fails, without claiming that nothing matches',
  async (name) => {
    let isBroken = true
    const answers = priorityAnswers(() => five)
    open({
      route: '/prioritise?status=contradicted',
      answers: {
        ...answers,
        [name]: (input: { readonly kind: PrioritisedKind }) => {
          if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
          return answers[name](input)
        },
      },
    })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByText('No matching opportunities')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Contradicted 0' })).toBeNull()
    isBroken = false
    await userEvent.click(retry)
    await tableOf('Ranking')
    await waitFor(() => expect(titles()).toEqual(['a', 'e']))
  },
)

it('does not say whether decisions are contradicted before the evidence since them is loaded', async () => {
  const answers = priorityAnswers(() => five)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  open({
    route: '/prioritise?status=contradicted',
    answers: {
      ...answers,
      'priorities.since': async (input: { readonly kind: PrioritisedKind }) => {
        await released
        return answers['priorities.since'](input)
      },
    },
  })
  expect(await screen.findByRole('button', { name: 'Contradicted –' })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Not now 1' })).toBeVisible()
  expect(screen.queryByText('No matching opportunities')).toBeNull()
  release()
  await tableOf('Ranking')
  await waitFor(() => expect(titles()).toEqual(['a', 'e']))
  expect(screen.getByRole('button', { name: 'Contradicted 2' })).toBeVisible()
})

/** 300 records whose full titles arrive when released. */
function openWithSlowTitles(route?: string) {
  const rows = Array.from({ length: 300 }, (_, place) => row(`n${place}`, { strongest: 300 - place }))
  const answers = priorityAnswers(() => rows)
  type Asked = Parameters<(typeof answers)['priorities.titles']>[0]
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { bridge } = open({
    rows,
    ...(route === undefined ? {} : { route }),
    answers: {
      'priorities.titles': async (input: Asked) => {
        if (input.ids === undefined) await released
        return answers['priorities.titles'](input)
      },
    },
  })
  const asked = () =>
    bridge.calls.filter(({ name }) => name === 'priorities.titles').map(({ input }) => (input as Asked).ids)
  return { asked, release }
}

it('shows the first rows with their titles before all titles are loaded, and does not search only those', async () => {
  const { asked, release } = openWithSlowTitles()
  await tableOf('Ranking')
  expect(await screen.findByText('Title n0')).toBeVisible()
  expect(asked().map((ids) => ids?.length)).toEqual([undefined, 100])
  expect(asked()[1]?.slice(0, 3)).toEqual(['n0', 'n1', 'n2'])
  await userEvent.type(screen.getByRole('searchbox'), 'n299')
  await waitFor(() => expect(screen.queryByText('Title n0')).toBeNull())
  expect(screen.queryByText('No matching opportunities')).toBeNull()
  release()
  await waitFor(() => expect(document.body).toHaveTextContent('Title n299'))
})

it('shows the details of a record only once its own title is loaded', async () => {
  const { release } = openWithSlowTitles('/prioritise/n250')
  await tableOf('Ranking')
  await screen.findByText('Title n0')
  const details = await screen.findByRole('region', { name: 'Opportunity details' })
  expect(details).not.toHaveTextContent(/Title|no longer/)
  release()
  await waitFor(() => expect(details).toHaveTextContent('Title n250'))
})

it('lists rows before all titles are loaded while only spaces are searched', async () => {
  openWithSlowTitles('/prioritise?q=%20')
  expect(await screen.findByText('Title n0')).toBeVisible()
})

it('shows the first rows in the chosen order before all titles are loaded', async () => {
  const { asked } = openWithSlowTitles('/prioritise?sort=score')
  expect(await screen.findByText('Title n299')).toBeVisible()
  expect(asked()[1]?.slice(0, 2)).toEqual(['n299', 'n298'])
})

it('defers Select all until all titles are loaded, instead of selecting only rows that have one', async () => {
  const { release } = openWithSlowTitles()
  const table = await tableOf('Ranking')
  await screen.findByText('Title n0')
  table.focus()
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(screen.queryByRole('region', { name: 'Selection' })).not.toBeInTheDocument()
  release()
  expect(await screen.findByRole('region', { name: 'Selection' })).toHaveTextContent('300 selected')
})

it('requests no titles before the figures are loaded', async () => {
  const { bridge } = open({ answers: { 'priorities.rows': () => new Promise(() => undefined) } })
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('priorities.since'))
  expect(bridge.calls.map(({ name }) => name)).not.toContain('priorities.titles')
})

it('shows no note field before the decisions are loaded', async () => {
  const answers = priorityAnswers(() => five)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { bridge } = open({
    route: '/prioritise/c',
    answers: {
      ...answers,
      'priorities.decisions': async (input: { readonly kind: PrioritisedKind }) => {
        await released
        return answers['priorities.decisions'](input)
      },
    },
  })
  const details = await screen.findByRole('region', { name: 'Opportunity details' })
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('priorities.titles'))
  expect(await screen.findByRole('button', { name: 'Not now –' })).toBeVisible()
  expect(within(details).queryByRole('textbox', { name: 'Decision note' })).toBeNull()
  release()
  expect(await within(details).findByRole('textbox', { name: 'Decision note' })).toHaveValue('Ask legal')
})

it('marks no decision as contradicted while everything ranks the same', async () => {
  open({ route: '/prioritise?panel=weights&model=mine' })
  await tableOf('Ranking')
  expect(await screen.findByRole('button', { name: 'Contradicted 1' })).toBeVisible()
  await userEvent.clear(screen.getByRole('textbox', { name: 'Weight of Average sentiment' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Contradicted/ })).toBeNull())
  expect(screen.getByText('All weights are 0, so everything ranks the same.')).toBeVisible()
})

it.each([
  ['30', '{Control>}a{/Control}-50', -50],
  ['-50', '{Control>}a{/Control}-30', -30],
  ['30', '{Backspace}{Backspace}45', 45],
  ['-50', '{Control>}a{/Control}{Backspace}35', 35],
])('replaces a weight of %s with what is typed over it: %s', async (before, keys, weight) => {
  open({ route: '/prioritise?panel=weights&model=mine' })
  await tableOf('Ranking')
  const field = screen.getByRole('textbox', { name: 'Weight of Average sentiment' })
  await userEvent.clear(field)
  await userEvent.type(field, before)
  await userEvent.type(field, keys)
  expect(field).toHaveValue(String(weight))
  expect(screen.getByRole('slider', { name: 'Average sentiment, slider' })).toHaveAttribute(
    'aria-valuenow',
    String(weight),
  )
  await userEvent.clear(field)
  await userEvent.tab()
  expect(field).toHaveValue('0')
})

it('accepts a typed weight below zero', async () => {
  open({ route: '/prioritise?panel=weights' })
  await tableOf('Ranking')
  const field = screen.getByRole('textbox', { name: 'Weight of Average sentiment' })
  expect(screen.queryByText(/Lower values count more/)).toBeNull()
  await userEvent.clear(field)
  await userEvent.type(field, '-50')
  await userEvent.tab()
  expect(field).toHaveValue('-50')
  expect(screen.getByText(/Lower values count more/)).toHaveTextContent(/^Average sentiment/)
  const legend = screen.getByRole('list', { name: 'Parts of the points' })
  await waitFor(() => expect(legend).toHaveTextContent('Average sentiment−50, lowest first'))
})

it('filters to decisions that newer evidence contradicts, and keeps the filter when none is left', async () => {
  open()
  await tableOf('Ranking')
  await userEvent.click(screen.getByRole('button', { name: 'Contradicted 2' }))
  await waitFor(() => expect(titles()).toEqual(['a', 'e']))
  await chooseModel('Rising now')
  const chip = () => screen.getByRole('button', { name: 'Contradicted 0' })
  await waitFor(() => expect(chip()).toHaveAttribute('aria-pressed', 'true'))
  await userEvent.click(chip())
  await waitFor(() => expect(titles()).toHaveLength(5))
  expect(screen.queryByRole('button', { name: /^Contradicted/ })).toBeNull()
})

it('filters by decision, keeping each rank, and clears the filter', async () => {
  open()
  await tableOf('Ranking')
  await userEvent.click(screen.getByRole('button', { name: 'Next 1' }))
  await waitFor(() => expect(titles()).toEqual(['c']))
  expect(rowOf('Title c')).toHaveTextContent(/^3/)
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(titles()).toHaveLength(5))
})

it('combines search words with a decision filter, keeping each rank', async () => {
  const rows = five.map((each) => ('cd'.includes(each.id) ? { ...each, title: `${each.title} brakes` } : each))
  open({ rows, route: '/prioritise?q=brakes+title&status=next&status=now' })
  await tableOf('Ranking')
  await waitFor(() => expect(titles()).toEqual(['c']))
  expect(rowOf('Title c brakes')).toHaveTextContent(/^3/)
  await userEvent.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(titles()).toEqual(['c', 'e']))
  expect(rowOf('Title e')).toHaveTextContent(/^5/)
})

it('moves the focus to the view when the last row no longer matches', async () => {
  let rows = five
  const { bridge } = open({ route: '/prioritise?status=next', answers: priorityAnswers(() => rows) })
  await tableOf('Ranking')
  await waitFor(() => expect(titles()).toEqual(['c']))
  await userEvent.keyboard('j')
  await waitFor(() => expect(rowOf('Title c')).toHaveFocus())
  rows = five.map((each) => (each.id === 'c' ? row('c', {}, { decision: 'later' }) : each))
  bridge.push('library.changed', { workspace: testWorkspace, features: ['priorities'] })
  expect(await screen.findByRole('heading', { name: 'No matching opportunities' })).toBeInTheDocument()
  expect(screen.getByText('Clear filters to see everything.')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

it('searches regardless of accents, folding all titles at once', async () => {
  const many = Array.from({ length: 300 }, (_, number) => row(`r${number}`, {}, { title: `Número ${number}` }))
  open({ rows: many })
  await tableOf('Ranking')
  const normalize = vi.spyOn(String.prototype, 'normalize')
  await userEvent.type(screen.getByRole('searchbox'), 'NUMERO 29')
  await waitFor(() => expect(screen.getByText('13 of 300 opportunities')).toBeVisible())
  // Never on screen.
  expect(normalize.mock.contexts.map(String)).not.toContain('Número 200')
  normalize.mockRestore()
})

it.each([
  ['"cold weather"', ['a']],
  ['-warm', ['a', 'c']],
  ['cold or warm', ['a', 'b']],
])('understands the search %s as other lists do', async (typed, found) => {
  const titled = { a: 'Title a: cold weather', b: 'Title b: warm weather', c: 'Title c: weather for all' }
  open({ rows: Object.entries(titled).map(([id, title]) => row(id, {}, { title })) })
  await tableOf('Ranking')
  await userEvent.type(screen.getByRole('searchbox'), typed)
  await waitFor(() => expect(titles().toSorted()).toEqual(found))
})

it('exports the rows in the order of the ranking', async () => {
  open()
  await tableOf('Ranking')
  await chooseModel('Rising now')
  await waitFor(() => expect(titles()[0]).toBe('e'))
  await userEvent.click(screen.getByRole('button', { name: /^Export/ }))
  expect(exportDialog.get()).toMatchObject({ source: { view: 'opportunities' }, shown: ['e', 'd', 'c', 'b', 'a'] })
  exportDialog.set(null)
})

it('exports each row with its rank, points and parts, and the model that they follow', async () => {
  open({ route: '/prioritise?model=rising-now' })
  await tableOf('Ranking')
  await waitFor(() => expect(titles()[0]).toBe('e'))
  await userEvent.click(screen.getByRole('button', { name: /^Export/ }))
  const ranked = exportDialog.get()?.rankedOf?.(['b', 'e', 'gone'])
  expect([...(ranked?.place ?? [])]).toEqual([4, 1, 0])
  expect([...(ranked?.score ?? [])].map(Math.round)).toEqual([20, 80, 0])
  expect([...(ranked?.parts.momentum ?? [])]).toEqual([2, 5, Number.NaN])
  expect([...(ranked?.parts.recent ?? [])]).toEqual([0, 6, Number.NaN])
  expect(ranked?.by).toMatchObject({ model: 'Rising now', isChanged: false, weights: { momentum: 50 } })
  exportDialog.set(null)
})

it.each([
  ['in a low window', true],
  ['otherwise', false],
])('puts the choice of rows among the filters %s', async (_, isLow) => {
  if (isLow) lowerWindow()
  open()
  await tableOf('Ranking')
  const goals = document.querySelectorAll('input[value="goals"]')
  expect([...goals].map((choice) => choice.closest('[data-second]') !== null)).toEqual([isLow])
})

it('ranks goals on request, with the search and filters cleared', async () => {
  const { bridge, goBack } = open({ route: '/prioritise?q=title&status=now' })
  await screen.findByRole('radio', { name: 'Goals' })
  await userEvent.click(screen.getByRole('radio', { name: 'Goals' }))
  await waitFor(() => expect(address()).toBe('/prioritise?rows=goals'))
  // Back leads to another view, not to other rows.
  await goBack()
  expect(address()).toBe('/prioritise?rows=goals')
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      name: 'priorities.rows',
      input: expect.objectContaining({ kind: 'outcome' }),
    }),
  )
})

it.each([
  ['otherwise', false],
  ['in a low window, where the filters stay unfolded', true],
])('keeps the focus on the choice of rows when an arrow key chooses others, %s', async (_, isLow) => {
  if (isLow) lowerWindow()
  open()
  await tableOf('Ranking')
  if (isLow) await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  act(() => screen.getByRole('radio', { name: 'Opportunities' }).focus())
  for (const rows of ['goals', 'solutions']) {
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(address()).toBe(`/prioritise?rows=${rows}`))
    const chosen = screen.getByRole('radio', { checked: true })
    expect(chosen).toHaveAttribute('value', rows)
    expect(chosen).toHaveFocus()
  }
})

/** Reports a width like a real window's. */
class WideElement {
  constructor(private readonly tell: (entries: readonly object[]) => void) {}
  observe(target: Element) {
    const contentRect = { width: 900, height: 264 }
    this.tell([{ target, contentRect, borderBoxSize: [{ inlineSize: 900, blockSize: 264 }] }])
  }
  unobserve() {}
  disconnect() {}
}

it('draws the rows as points that the arrow keys visit along both axes, x selects and Enter opens', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  const elsewhere = row('f', { feedback: 2 })
  open({ route: '/prioritise?layout=matrix&x=strength&y=momentum', rows: [...five, elsewhere] })
  await tableOf('Ranking')
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  expect(matrix).toHaveAccessibleDescription(
    /^The Ranking table below lists the same opportunities and values\..* 1 without/,
  )
  const point = (name: string) => within(matrix).findByRole('button', { name: new RegExp(`^Title ${name}`) })
  const first = await point('a')
  expect(first).toHaveAccessibleName('Title a, rank 1, Average strength 0.90, Average momentum 1.00, Feedback 40, New')
  expect(matrix.querySelector('[data-points]')).toHaveAttribute('data-points', '5')
  const user = userEvent.setup()
  first.focus()
  await user.keyboard('{ArrowLeft}')
  expect(await point('b')).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(await point('c')).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(await point('b')).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(await point('a')).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(await point('b')).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(await point('c')).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(await point('d')).toHaveFocus()
  await user.keyboard('x')
  await waitFor(async () => expect(await point('d')).toHaveAccessibleName(/, selected$/))
  expect(within(rowOf('Title d')).getByRole('checkbox')).toBeChecked()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('region', { name: 'Opportunity details' })).toHaveTextContent('Title d')
  expect(address()).toContain('/prioritise/d?')
})

/** The commands that the palette offers for the view. */
function WithCommands() {
  return (
    <>
      <PrioritiesView />
      {useViewCommands().map(({ id, of, label, run }) => (
        <button key={id} type="button" onClick={run}>
          {`${of}: ${label}`}
        </button>
      ))}
    </>
  )
}

it('shows and hides the matrix and the weights with their buttons, and from the palette', async () => {
  renderList(<WithCommands />, {
    path: '/prioritise/:id?',
    answers: { ...priorityAnswers(() => five), 'priorities.models': () => [] },
  })
  await tableOf('Ranking')
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  for (const [button, show, hide, at] of [
    ['Matrix', 'view: Show matrix', 'view: Hide matrix', '?layout=matrix'],
    ['Weights', 'view: Show weights', 'view: Hide weights', '?panel=weights'],
  ] as const) {
    await press(button)
    expect(address()).toBe(`/prioritise${at}`)
    await press(hide)
    expect(address()).toBe('/prioritise')
    await press(show)
    expect(address()).toBe(`/prioritise${at}`)
    await press(button)
    expect(address()).toBe('/prioritise')
  }
})

it('decides about the selected rows, and shows them in their list, from the palette', async () => {
  renderList(<WithCommands />, {
    path: '/:view/:id?',
    route: '/prioritise',
    answers: { ...priorityAnswers(() => five), 'priorities.models': () => [] },
  })
  await tableOf('Ranking')
  await userEvent.click(within(rowOf('Title b')).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'selection: Decide…' }))
  expect(await screen.findByRole('menuitem', { name: 'Later' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'selection: Show in list' }))
  expect(address()).toMatch(/^\/opportunities/)
})

it('names a part once where both axes show it', async () => {
  open({ route: '/prioritise?layout=matrix&x=strength&y=strength', rows: [...five, row('f', { momentum: 1 })] })
  await tableOf('Ranking')
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  expect(matrix).toHaveAccessibleDescription(/ 1 without average strength not shown\.$/)
})

it('acts on the point that has the focus where the first row has none', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  const unplaced = row('f', { strongest: 9, momentum: 9, feedback: 400, recent: 60, sentiment: -1 })
  open({ route: '/prioritise?layout=matrix', rows: [...five, unplaced] })
  await tableOf('Ranking')
  const point = await screen.findByRole('button', { name: /^Title a, rank 2,/ })
  act(() => point.focus())
  await userEvent.keyboard('x')
  await waitFor(() => expect(within(rowOf('Title a')).getByRole('checkbox')).toBeChecked())
  expect(within(rowOf('Title f')).getByRole('checkbox')).not.toBeChecked()
})

it('shows the figures of the matrix as columns, which do not sort', async () => {
  open({ route: '/prioritise?layout=matrix&x=strength&y=momentum' })
  await tableOf('Ranking')
  for (const name of [/strength/i, /momentum/i]) {
    const heading = screen.getByRole('columnheader', { name })
    expect(heading).not.toHaveAttribute('aria-sort')
    expect(within(heading).queryByRole('button')).not.toBeInTheDocument()
  }
})

/** The words of a legend with the number of each one's colour. */
const huesOf = (entries: readonly HTMLElement[]) =>
  entries.map((entry) => [
    entry.textContent,
    Number(entry.querySelector('[data-colour]')?.getAttribute('data-colour') ?? Number.NaN),
  ])

it.each([
  ['status', 'New', { New: 0 }],
  ['decision', 'Not now', { Now: 0, Next: 1, Later: 2, 'Not now': 3, 'No decision': 4 }],
  ['feedback', '20 or more', { 'No feedback': 4, '1 to 4': 5, '5 to 19': 1, '20 or more': 6 }],
  ['sentiment', 'Negative', { Positive: 0, Neutral: 1, Negative: 3, 'No sentiment': 4 }],
])('names the colours of the points by %s', async (colour, word, hues) => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: `/prioritise?layout=matrix&colour=${colour}` })
  await tableOf('Ranking')
  const matrix = within(screen.getByRole('figure', { name: 'Matrix' }))
  const legend = within(matrix.getByRole('list', { name: 'Colours' }))
  await waitFor(() => expect(huesOf(legend.getAllByRole('listitem'))).toEqual(Object.entries(hues)))
  await waitFor(() => expect(matrix.getByRole('button')).toHaveAccessibleName(new RegExp(`^Title a, .*, ${word}$`)))
})

it('colours points by feedback from the least number of each group on', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  const heard = [0, 1, 4, 5, 19, 20]
  const rows = heard.map((feedback, place) =>
    row(`f${feedback}`, { strength: (place + 1) / 10, momentum: 1, feedback }),
  )
  open({ rows, route: '/prioritise?layout=matrix&colour=feedback' })
  await tableOf('Ranking')
  const matrix = within(screen.getByRole('figure', { name: 'Matrix' }))
  const user = userEvent.setup()
  ;(await matrix.findByRole('button')).focus()
  const words: Record<string, string | undefined> = {}
  for (const feedback of heard.toReversed()) {
    const point = await matrix.findByRole('button', { name: new RegExp(`^Title f${feedback},`) })
    words[feedback] = point.getAttribute('aria-label')?.split(', ').at(-1)
    await user.keyboard('{ArrowLeft}')
  }
  expect(words).toEqual({
    ...{ 0: 'No feedback', 1: '1 to 4', 4: '1 to 4', 5: '5 to 19', 19: '5 to 19', 20: '20 or more' },
  })
})

it('shows the tooltip of a point beside it, on the side that has room', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: '/prioritise?layout=matrix&x=strength&y=momentum' })
  await tableOf('Ranking')
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  const user = userEvent.setup()
  ;(await within(matrix).findByRole('button')).focus()
  const figure = (element: Element | null, name: string) => Number(element?.getAttribute(name))
  const places = async () => {
    const point = document.activeElement as HTMLElement
    const [left, top] = [Number.parseFloat(point.style.left), Number.parseFloat(point.style.top)]
    const tip = await waitFor(() => {
      const found = matrix.querySelector('foreignObject')
      expect(found).toHaveTextContent(point.getAttribute('aria-label')?.split(',')[0] ?? 'a name')
      return found
    })
    const from = figure(tip, 'x')
    return {
      gapBefore: from - (left + Number.parseFloat(point.style.width)),
      gapAfter: left - (from + figure(tip, 'width')),
      isBeside: figure(tip, 'y') <= top && top <= figure(tip, 'y') + figure(tip, 'height'),
    }
  }
  // The first is on the right at the bottom, the last on the left at the top.
  const right = await places()
  expect([right.gapAfter > 0, right.gapAfter < 20, right.isBeside]).toEqual([true, true, true])
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Title e/))
  const left = await places()
  expect([left.gapBefore > 0, left.gapBefore < 20, left.isBeside]).toEqual([true, true, true])
})

it('draws each point in the colour that its word has in the legend', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  const hues = document.createElement('style')
  hues.textContent = [0, 1, 2, 3, 4, 5, 6].map((hue) => `[data-colour="${hue}"] { --hue: hue-${hue} }`).join('\n')
  document.head.append(hues)
  const filled: string[] = []
  const context = {
    ...{ fillStyle: '', beginPath() {}, arc() {}, stroke() {}, drawImage() {} },
    fill() {
      filled.push(this.fillStyle)
    },
  }
  const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  open({ route: '/prioritise?layout=matrix&colour=decision&size=none' })
  await tableOf('Ranking')
  const legend = within(await screen.findByRole('list', { name: 'Colours' }))
  const hueOf = (word: string) =>
    `hue-${legend.getByText(word).querySelector('[data-colour]')?.getAttribute('data-colour')}`
  const used = ['Not now', 'No decision', 'Next', 'Now']
  await waitFor(() => expect(new Set(filled)).toEqual(new Set(used.map(hueOf))))
  expect(new Set(filled).size).toBe(used.length)
  getContext.mockRestore()
  hues.remove()
})

// Strengths of 0.9, 0.7 and 0.5 on an axis from 56 to 880, momenta of 1, 2 and 3 on one from 164 up to 12.
it.each([
  ['black', 'light', 1, ['797.6 138.67 14', '632.8 113.33 12.26', '468 88 10.19']],
  ['white', 'dark', 2, ['1595.2 277.33 28', '1265.6 226.67 24.52', '936 176 20.38']],
])('rings the selected and open points in %s in the %s theme, at scale %i', async (colour, scheme, scale, places) => {
  vi.stubGlobal('ResizeObserver', WideElement)
  vi.stubGlobal('devicePixelRatio', scale)
  localStorage.setItem('mantine-color-scheme-value', scheme)
  const canvases: WordCanvas[] = []
  const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => {
    const canvas = new WordCanvas()
    canvases.push(canvas)
    return canvas.context as never
  })
  // The points themselves have edges in the colour of the page, which tests don't have.
  const rings = () =>
    new Set(canvases.flatMap(({ painted }) => painted).filter((each) => each.includes(`| ${colour} `)))
  open({ route: '/prioritise/c?layout=matrix&x=strength&y=momentum' })
  await tableOf('Ranking')
  await userEvent.click(within(rowOf('Title a')).getByRole('checkbox'))
  await userEvent.click(within(rowOf('Title b')).getByRole('checkbox'))
  const line = `${colour} ${1.5 * scale}`
  await waitFor(() => expect(rings()).toEqual(new Set(places.map((at) => `stroke | circle ${at} | ${line}`))))
  getContext.mockRestore()
  localStorage.clear()
})

it('opens the point that is clicked, and selects it with Ctrl', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: '/prioritise?layout=matrix&x=strength&y=momentum' })
  await tableOf('Ranking')
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  const { left, top, width } = (await within(matrix).findByRole('button', { name: /^Title a/ })).style
  const radius = Number.parseFloat(width) / 2
  const coords = { clientX: Number.parseFloat(left) + radius, clientY: Number.parseFloat(top) + radius }
  const user = userEvent.setup()
  const click = () =>
    user.pointer({ keys: '[MouseLeft]', target: matrix.querySelector('[data-points]') as Element, coords })
  await user.keyboard('{Control>}')
  await click()
  await user.keyboard('{/Control}')
  expect(within(rowOf('Title a')).getByRole('checkbox')).toBeChecked()
  expect(address()).toMatch(/^\/prioritise\?/)
  await click()
  expect(await screen.findByRole('region', { name: 'Opportunity details' })).toHaveTextContent('Title a')
  expect(within(rowOf('Title a')).getByRole('checkbox')).toBeChecked()
})

it('ranks insights by their own figures, explains a figure, and saves a decision', async () => {
  const insights = [row('p', { strength: 0.9, strongest: 2 }, { status: 'Bug' }), row('q', { strength: 0.4 })]
  const { bridge } = open({ route: '/prioritise?rows=insights', rows: insights })
  await tableOf('Ranking')
  expect(titles()).toEqual(['p', 'q'])
  expect(bridge.calls).toContainEqual({
    name: 'priorities.rows',
    input: expect.objectContaining({ kind: 'insight' }),
  })
  await userEvent.click(rowOf('Title p'))
  const details = await screen.findByRole('region', { name: 'Insight details' })
  expect(within(details).getByText('Average strength')).toHaveAttribute('title', 'Its strength score, from 0 to 1.')
  await userEvent.click(within(details).getByRole('radio', { name: 'Now' }))
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      name: 'priorities.decide',
      input: expect.objectContaining({ kind: 'insight', ids: ['p'], decision: 'now' }),
    }),
  )
})

it.each([
  ['a decision', 'Later', 'Decided “Later” for', 'Undone: decided “Later” for'],
  ['the removal of a decision', 'Remove decision', 'Removed the decision on', 'Undone: removed the decision on'],
])('offers to undo %s about the selected rows', async (_, choice, done, undone) => {
  const undo = {
    made: { decision: 'later' as const, decidedAt: '2026-11-20T09:00:00.000Z' },
    before: [{ ids: ['a', 'b'], decision: 'now' as const, decidedAt: '2026-01-01T09:00:00.000Z' }],
  }
  const { bridge } = open({ answers: { 'priorities.decide': () => ({ undo }) } })
  await tableOf('Ranking')
  for (const id of ['a', 'b']) await userEvent.click(within(rowOf(`Title ${id}`)).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Decide…' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: choice }))
  expect(await screen.findByText(`${done} 2 opportunities`)).toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      name: 'priorities.restore',
      input: { workspace: testWorkspace, kind: 'opportunity', ...undo },
    }),
  )
  expect(await screen.findByText(`${undone} 2 opportunities`)).toBeInTheDocument()
})

it('says why a decision could not be saved', async () => {
  open({
    answers: {
      'priorities.decide': () => {
        throw new AppError('DISK_FULL', 'The disk is full.')
      },
    },
  })
  await tableOf('Ranking')
  await userEvent.pointer({ keys: '[MouseRight]', target: rowOf('Title b') })
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Next' }))
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
})

it('removes the decision when None is chosen in the details', async () => {
  const { bridge } = open({ route: '/prioritise/a', answers: { 'priorities.decide': () => removedFrom(['a']) } })
  const details = await screen.findByRole('region', { name: 'Opportunity details' })
  await userEvent.click(await within(details).findByRole('radio', { name: 'None' }))
  expect(await screen.findByText('Removed the decision on 1 opportunity')).toBeInTheDocument()
  expect(bridge.calls).toContainEqual({
    name: 'priorities.decide',
    input: expect.objectContaining({ ids: ['a'], decision: null }),
  })
})

it.each([
  [['a'], 'Removed the decision on 1 opportunity'],
  [[], 'Already up to date'],
])('counts the decisions that it removed from the selected rows: %j', async (ids, said) => {
  open({ answers: { 'priorities.decide': () => removedFrom(ids) } })
  await tableOf('Ranking')
  for (const id of ['a', 'b']) await userEvent.click(within(rowOf(`Title ${id}`)).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Decide…' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove decision' }))
  expect(await screen.findByText(said)).toBeInTheDocument()
})

it('says when a decision can’t be undone because it has changed since', async () => {
  open({ answers: { 'priorities.restore': () => ({ restored: 0 }) } })
  await tableOf('Ranking')
  await userEvent.pointer({ keys: '[MouseRight]', target: rowOf('Title b') })
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Next' }))
  await screen.findByText('Decided “Next” for 1 opportunity')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Couldn’t undo: it has since changed.')).toBeInTheDocument()
})

it('decides about a row, or the selected rows, from the row’s context menu', async () => {
  const { bridge } = open()
  await tableOf('Ranking')
  const decided = () => bridge.calls.flatMap(({ name, input }) => (name === 'priorities.decide' ? [input] : []))
  await userEvent.pointer({ keys: '[MouseRight]', target: rowOf('Title b') })
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Next' }))
  await waitFor(() => expect(decided()).toMatchObject([{ ids: ['b'], decision: 'next' }]))
  for (const id of ['a', 'b']) await userEvent.click(within(rowOf(`Title ${id}`)).getByRole('checkbox'))
  await userEvent.pointer({ keys: '[MouseRight]', target: rowOf('Title b') })
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove decision' }))
  await waitFor(() => expect(decided()[1]).toMatchObject({ ids: ['a', 'b'], decision: null }))
})

it.each([
  ['', 'opportunities'],
  ['?rows=insights', 'insights'],
])('copies a link that leads to the record of a row, whatever kind is ranked: %s', async (search, view) => {
  const { bridge } = open({ route: `/prioritise${search}`, answers: { 'shell.copyText': () => null } })
  await tableOf('Ranking')
  await userEvent.pointer({ keys: '[MouseRight]', target: rowOf('Title b') })
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  const text = `discovery-desk://staging/${testWorkspace.workspaceId}/${view}/b`
  await waitFor(() => expect(bridge.calls).toContainEqual({ name: 'shell.copyText', input: { text } }))
})

it('restores a deleted model with its saved weights', async () => {
  const { bridge } = open({ route: `/prioritise?model=${own.id}` })
  await tableOf('Ranking')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for the scoring model' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText(`Deleted scoring model “${own.name}”`)).toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      name: 'priorities.saveModel',
      input: { workspace: testWorkspace, model: own },
    }),
  )
  await waitFor(() => expect(address()).toContain(`model=${own.id}`))
})

it('restores the unsaved weights of a deleted model too', async () => {
  open({ route: '/prioritise?panel=weights&model=mine' })
  await tableOf('Ranking')
  const field = () => screen.getByRole('textbox', { name: 'Weight of Average sentiment' })
  await userEvent.clear(field())
  await userEvent.type(field(), '20')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for the scoring model' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(address()).toContain('model=mine'))
  await waitFor(() => expect(field()).toHaveValue('20'))
})

it.each([
  ['the deletion of a model', 'Delete', 'Undone: deleted scoring model “Mine”'],
  ['the saving of weights', 'Save weights', 'Undone: saved weights of “Mine”'],
])('undoes %s that is under way, and not the decision before it', async (_, item, undone) => {
  const answers: (() => void)[] = []
  const late = () => new Promise<null>((resolve) => answers.push(() => resolve(null)))
  let stored = own
  const { bridge } = open({
    route: '/prioritise?panel=weights&model=mine',
    answers: {
      'priorities.models': () => [stored],
      'priorities.removeModel': late,
      'priorities.saveModel': ({ model }) => {
        stored = model
        return late()
      },
    },
  })
  await tableOf('Ranking')
  await userEvent.pointer({ keys: '[MouseRight]', target: rowOf('Title b') })
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Next' }))
  await screen.findByText('Decided “Next” for 1 opportunity')
  fireEvent.change(screen.getByRole('textbox', { name: 'Weight of Average sentiment' }), { target: { value: '20' } })
  await userEvent.click(screen.getByRole('button', { name: 'Actions for the scoring model' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
  await waitFor(() => expect(answers).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  await userEvent.keyboard('{Control>}z{/Control}')
  answers[0]?.()
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  expect(await screen.findByText(undone)).toBeInTheDocument()
  expect(bridge.calls.map(({ name }) => name)).not.toContain('priorities.restore')
})

/** Begins to delete the chosen model; the returned function answers. */
async function deleteLate(models: readonly ScoringModel[] = [own]) {
  let finish = () => {}
  renderList(<PrioritiesAndWayOut />, {
    ...{ path: '/:view?/:id?', route: '/prioritise?model=mine' },
    answers: {
      ...priorityAnswers(() => five),
      'priorities.models': () => [...models],
      'priorities.removeModel': () => new Promise((resolve) => (finish = () => resolve(null))),
    },
  })
  await tableOf('Ranking')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for the scoring model' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  return () => act(async () => finish())
}

function PrioritiesAndWayOut() {
  const { pathname } = useLocation()
  return (
    <>
      {pathname.startsWith('/prioritise') && <PrioritiesView />}
      <Link to="/opportunities">Elsewhere</Link>
    </>
  )
}

it('keeps the model that was chosen while another was being deleted', async () => {
  const finish = await deleteLate([own, { ...own, id: 'another', name: 'Another' }])
  await chooseModel('Another')
  await finish()
  expect(await screen.findByText('Deleted scoring model “Mine”')).toBeInTheDocument()
  expect(address()).toBe('/prioritise?model=another')
})

it('leaves the address of another view alone that was opened while a model was being deleted', async () => {
  const finish = await deleteLate()
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await finish()
  await screen.findByText('Deleted scoring model “Mine”')
  expect(address()).toBe('/opportunities')
})

describe('undoing saved weights', () => {
  const another: ScoringModel = { id: 'another', name: 'Another', weights: { ...noWeights, feedback: 10 } }
  const saving = async () => {
    let stored: readonly ScoringModel[] = [own]
    const view = open({
      route: '/prioritise?panel=weights&model=mine',
      answers: {
        'priorities.models': () => [another, ...stored],
        'priorities.saveModel': ({ model }) => {
          stored = [model]
          return null
        },
      },
    })
    await tableOf('Ranking')
    const field = await saveOtherWeight()
    expect(await screen.findByText('Saved weights of “Mine”')).toBeInTheDocument()
    expect(stored[0]?.weights.sentiment).toBe(20)
    return {
      field,
      models: () => stored,
      /** As another window would. */
      become: (next: readonly ScoringModel[]) => {
        stored = next
        view.bridge.push('library.changed', { workspace: testWorkspace, features: ['priorities'] })
      },
    }
  }
  const saved = { ...own, weights: { ...own.weights, sentiment: 20 } }
  const undo = () => userEvent.click(screen.getByRole('button', { name: 'Undo' }))

  it('restores the previous weights, keeps the moved ones as unsaved changes, and keeps a new name', async () => {
    const { field, models, become } = await saving()
    become([{ ...saved, name: 'Ours' }])
    await undo()
    await waitFor(() => expect(models()).toEqual([{ ...own, name: 'Ours' }]))
    become(models())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Weights (edited)' })).toBeVisible())
    expect(field).toHaveValue('20')
  })

  it('follows the weights that another window saves later', async () => {
    const { field, become } = await saving()
    become([saved])
    expect(await screen.findByRole('button', { name: 'Weights' })).toBeVisible()
    become([{ ...saved, weights: { ...own.weights, sentiment: 30 } }])
    await waitFor(() => expect(field).toHaveValue('30'))
    expect(screen.getByRole('button', { name: 'Weights' })).toBeVisible()
  })

  it('keeps a weight that was moved since', async () => {
    const { field, models, become } = await saving()
    become([saved])
    await userEvent.clear(field)
    await userEvent.type(field, '35')
    await undo()
    await waitFor(() => expect(models()).toEqual([own]))
    become(models())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Weights (edited)' })).toBeVisible())
    expect(field).toHaveValue('35')
  })

  it.each([
    ['saved again since', [{ ...saved, weights: { ...own.weights, sentiment: 30 } }]],
    ['deleted since', []],
  ])('does nothing to a model that was %s', async (_, since) => {
    const { models, become } = await saving()
    become(since)
    await undo()
    expect(await screen.findByText('Couldn’t undo: it has since changed.')).toBeInTheDocument()
    expect(models()).toEqual(since)
  })
})

it('selects the points in a rectangle drawn with the keys or the pointer', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: '/prioritise?layout=matrix&x=strength&y=momentum' })
  await tableOf('Ranking')
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  const point = await within(matrix).findByRole('button')
  point.focus()
  const user = userEvent.setup()
  const selected = () => screen.queryByRole('region', { name: 'Selection' })?.textContent
  // From the strongest point, bottom right: a quarter to the left and half up, around the two strongest.
  await user.keyboard('{Shift>}')
  for (let step = 0; step < 7; step += 1) await user.keyboard('{ArrowLeft}')
  for (let step = 0; step < 6; step += 1) await user.keyboard('{ArrowUp}')
  await user.keyboard('{/Shift}')
  await waitFor(() => expect(document.querySelector('rect')).not.toBeNull())
  await announced('2 in the rectangle')
  const side = (name: string) => Math.round(Number(document.querySelector('rect')?.getAttribute(name)))
  // The point is at 797.6 and 138.7, in a plot of 824 by 152.
  expect(['x', 'y', 'width', 'height'].map(side)).toEqual([509, 93, 288, 46])
  expect(selected()).toBeUndefined()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(selected()).toMatch(/^2 selected/))
  expect(within(rowOf('Title b')).getByRole('checkbox')).toBeChecked()

  const plot = matrix.querySelector('[data-points]') as Element
  const at = (x: number, y: number) => ({ target: plot, coords: { clientX: x, clientY: y } })
  await user.pointer([
    { keys: '[MouseLeft>]', ...at(1, 1) },
    at(400, 200),
    at(899, 263),
    { keys: '[/MouseLeft]', ...at(899, 263) },
  ])
  await waitFor(() => expect(selected()).toMatch(/^5 selected/))

  // A hand that trembles doesn't draw.
  const press = at(400, 200)
  await user.pointer([{ keys: '[MouseLeft>]', ...press }, at(402, 203)])
  expect(document.querySelector('rect')).toBeNull()
  await user.pointer(at(400, 205))
  await waitFor(() => expect(document.querySelector('rect')).not.toBeNull())
  await user.pointer({ keys: '[/MouseLeft]', ...at(400, 205) })

  // Another window that opens ends the capture, and the release is never heard.
  await user.pointer([{ keys: '[MouseLeft>]', ...at(1, 1) }, at(400, 200)])
  await waitFor(() => expect(document.querySelector('rect')).not.toBeNull())
  fireEvent.lostPointerCapture(plot)
  await waitFor(() => expect(document.querySelector('rect')).toBeNull())
  fireEvent.pointerMove(plot, { clientX: 800, clientY: 200 })
  expect(document.querySelector('rect')).toBeNull()
})

it('shows the tooltip of the active point only while it has the focus', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: '/prioritise?layout=matrix' })
  await tableOf('Ranking')
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  const point = await within(matrix).findByRole('button')
  const isShown = () => matrix.querySelector('foreignObject') !== null
  expect(isShown()).toBe(false)
  act(() => point.focus())
  expect(isShown()).toBe(true)
  act(() => point.blur())
  expect(isShown()).toBe(false)
})

it('shows no hidden title in the matrix or its tooltip', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  const hidden = five.map((each) => ({ ...each, hideContent: true }))
  open({ route: '/prioritise?layout=matrix', rows: hidden })
  await tableOf('Ranking')
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  const point = await within(matrix).findByRole('button')
  point.focus()
  await waitFor(() => expect(matrix.querySelector('foreignObject')).not.toBeNull())
  expect(point).toHaveAccessibleName(/^hidden content, rank 1/)
  expect(document.body.innerHTML).not.toMatch(/Title [a-e]/)
})

it('removes records that no longer exist from the selection, the matrix and the decision counts', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  let rows: readonly PriorityRecord[] = five
  const { bridge } = renderList(<PrioritiesView />, {
    path: '/prioritise/:id?',
    route: '/prioritise?layout=matrix',
    answers: {
      ...priorityAnswers(() => rows),
      'priorities.models': () => [],
      'priorities.decisions': () => priorityAnswers(() => five)['priorities.decisions']({ kind: 'opportunity' }),
    },
  })
  await tableOf('Ranking')
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  await within(matrix).findByRole('button')
  const plot = () => matrix.querySelector('[data-points]') as Element
  await userEvent.click(within(rowOf('Title a')).getByRole('checkbox'))
  await userEvent.click(within(rowOf('Title e')).getByRole('checkbox'))
  const hovered = () => matrix.querySelector('circle')
  // The last point, on the left.
  for (let y = 0; y < 200 && hovered() === null; y += 5) {
    await userEvent.pointer({ target: plot(), coords: { clientX: 138, clientY: y } })
  }
  expect(hovered()).not.toBeNull()
  rows = five.slice(1, 4)
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['opportunities'] }))
  await waitFor(() => expect(plot()).toHaveAttribute('data-points', '3'))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Not now 0' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Now 0' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Next 1' })).toBeVisible()
  expect(hovered()).toBeNull()
})

it('opens an evidence brief of the selected opportunities', async () => {
  open()
  await tableOf('Ranking')
  await userEvent.click(within(rowOf('Title b')).getByRole('checkbox'))
  await userEvent.click(within(rowOf('Title d')).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: /^Evidence brief/ }))
  expect(briefDialog.get()).toEqual({ kind: 'selection', of: 'opportunity', ids: ['b', 'd'] })
  briefDialog.set(null)
})

it.each(['opportunity', 'goal', 'solution', 'insight'] as const)(
  'opens the brief of the open %s with its button and with b',
  async (one) => {
    const rows = { opportunity: 'opportunities', goal: 'goals', solution: 'solutions', insight: 'insights' }[one]
    open({ route: `/prioritise/b?rows=${rows}` })
    const details = await screen.findByRole('region', { name: /details$/ })
    const subject = { kind: one === 'goal' ? 'outcome' : one, id: 'b' }
    await userEvent.click(await within(details).findByRole('button', { name: 'Evidence brief' }))
    expect(briefDialog.get()).toEqual(subject)
    act(() => briefDialog.set(null))
    await userEvent.keyboard('b')
    expect(briefDialog.get()).toEqual(subject)
    briefDialog.set(null)
  },
)

it('announces what ranks first after a weight is changed', async () => {
  open({ route: '/prioritise?panel=weights&model=mine' })
  await tableOf('Ranking')
  const field = screen.getByRole('textbox', { name: 'Weight of Average sentiment' })
  await userEvent.clear(field)
  await userEvent.type(field, '50')
  const said = screen.getByRole('status', { name: 'Announcements' })
  await waitFor(() => expect(said).toHaveTextContent('First: Title b, 70.0 points'))
})

it('gives the matrix the axes, size and colours that are chosen, and keeps them in the address', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: '/prioritise?layout=matrix' })
  await tableOf('Ranking')
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  for (const [label, value] of [
    ['X axis', 'feedback'],
    ['Y axis', 'sentiment'],
    ['Size', 'none'],
    ['Colour', 'decision'],
  ] as const) {
    fireEvent.change(within(matrix).getByRole('combobox', { name: label }), { target: { value } })
  }
  expect(address()).toBe('/prioritise?layout=matrix&x=feedback&y=sentiment&size=none&colour=decision')
  const point = await within(matrix).findByRole('button')
  expect(point).toHaveAccessibleName('Title a, rank 1, Feedback 40, Average sentiment −0.80, Not now')
  for (const [label, word] of [
    ['X axis', 'Feedback'],
    ['Y axis', 'Average sentiment'],
    ['Size', 'Same size'],
    ['Colour', 'Decision'],
  ] as const) {
    expect(within(matrix).getByRole('combobox', { name: label })).toHaveDisplayValue(word)
  }
})

it.each([
  ['opportunities', ['Status', 'Decision', 'Feedback', 'Sentiment']],
  ['insights', ['Type', 'Decision', 'Feedback', 'Sentiment']],
  ['goals', ['Decision', 'Feedback', 'Sentiment']],
])('offers the colours that %s can have', async (rows, words) => {
  open({ route: `/prioritise?layout=matrix&rows=${rows}&colour=unheard-of` })
  await tableOf('Ranking')
  const choice = screen.getByRole('combobox', { name: 'Colour' })
  expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(words)
  expect(choice).toHaveDisplayValue(words[0] ?? '')
})

it('gives each status a colour in turn, and names those without one last', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  const statuses = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', null, 'S8']
  const rows = statuses.map((status, place) => row(`s${place}`, { strength: place, momentum: 1 }, { status }))
  open({ rows, route: '/prioritise/s7?layout=matrix' })
  await tableOf('Ranking')
  const matrix = within(screen.getByRole('figure', { name: 'Matrix' }))
  const legend = within(matrix.getByRole('list', { name: 'Colours' }))
  await waitFor(() =>
    expect(huesOf(legend.getAllByRole('listitem'))).toEqual([
      ...['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'].map((status, place) => [status, place]),
      ['S8', 0],
      ['No status', 1],
    ]),
  )
  expect(await matrix.findByRole('button', { name: /^Title s7,/ })).toHaveAccessibleName(/, No status$/)
})

it('draws the scales of both axes, and numbers the first points beside them', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: '/prioritise?layout=matrix&x=strength&y=momentum' })
  await tableOf('Ranking')
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  await within(matrix).findByRole('button')
  const shown = ['x', 'y', 'x1', 'x2', 'y1', 'y2', 'transform', 'text-anchor']
  const drawn = [...matrix.querySelectorAll('svg line, svg text')].map((each) =>
    [
      each.tagName,
      ...shown.flatMap((name) => {
        const value = each.getAttribute(name)
        if (value === null) return []
        return Number.isNaN(Number(value)) ? value : Math.round(Number(value) * 10) / 10
      }),
      each.textContent,
    ]
      .join(' ')
      .trim(),
  )
  expect(drawn).toEqual([
    ...['line 56 56 12 164', 'text 56 178 middle 0.00', 'line 220.8 220.8 12 164', 'text 220.8 178 middle 0.20'],
    ...[
      'line 385.6 385.6 12 164',
      'text 385.6 178 middle 0.40',
      'line 550.4 550.4 12 164',
      'text 550.4 178 middle 0.60',
    ],
    ...['line 715.2 715.2 12 164', 'text 715.2 178 middle 0.80', 'line 880 880 12 164', 'text 880 178 middle 1.00'],
    ...['line 56 880 164 164', 'text 48 164 end 0.00', 'line 56 880 113.3 113.3', 'text 48 113.3 end 2.00'],
    ...['line 56 880 62.7 62.7', 'text 48 62.7 end 4.00', 'line 56 880 12 12', 'text 48 12 end 6.00'],
    'text 468 194 middle Average strength',
    'text translate(12 88) rotate(-90) middle Average momentum',
    ...['text 813.6 138.7 start 1', 'text 647.1 113.3 start 2', 'text 480.2 88 start 3', 'text 312.7 62.7 start 4'],
    'text 146 37.3 start 5',
  ])
})

it('numbers only points of the first five ranks, whichever rows come first', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, place) =>
    row(id, { strongest: 10 - place, strength: 1 - place / 10, momentum: place }),
  )
  open({ rows, route: '/prioritise?layout=matrix&x=strength&y=momentum&sort=-title' })
  await tableOf('Ranking')
  await waitFor(() => expect(titles()[0]).toBe('g'))
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  await within(matrix).findByRole('button')
  // The last five by title rank from 7 to 3.
  const [, marks] = matrix.querySelectorAll('[data-points] > svg')
  const numbers = [...(marks?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent)
  expect(numbers).toEqual(['5', '4', '3'])
})

it('ends a rectangle that is drawn with the keys with Escape, another arrow, a press, or by leaving the point', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: '/prioritise?layout=matrix&x=strength&y=momentum' })
  await tableOf('Ranking')
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  const point = await within(matrix).findByRole('button')
  const isDrawn = () => document.querySelector('rect') !== null
  act(() => point.focus())
  const stretch = () => fireEvent.keyDown(point, { key: 'ArrowLeft', shiftKey: true })
  stretch()
  expect(isDrawn()).toBe(true)
  // Shift with another key is none of its keys.
  expect(fireEvent.keyDown(point, { key: 'Escape', shiftKey: true })).toBe(true)
  expect(isDrawn()).toBe(true)
  expect(fireEvent.keyDown(point, { key: 'Escape' })).toBe(false)
  expect(isDrawn()).toBe(false)
  stretch()
  fireEvent.keyDown(point, { key: 'ArrowRight' })
  expect(isDrawn()).toBe(false)
  stretch()
  fireEvent.pointerDown(point, { button: 0, pointerId: 1 })
  expect(isDrawn()).toBe(false)
  fireEvent.lostPointerCapture(point, { pointerId: 1 })
  stretch()
  act(() => point.blur())
  expect(isDrawn()).toBe(false)
  expect(screen.queryByRole('region', { name: 'Selection' })).not.toBeInTheDocument()
})

it.each(['ctrlKey', 'metaKey', 'altKey'])('leaves arrow keys with %s to others', async (modifier) => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: '/prioritise?layout=matrix&x=strength&y=momentum' })
  await tableOf('Ranking')
  const point = await within(screen.getByRole('figure', { name: 'Matrix' })).findByRole('button')
  act(() => point.focus())
  expect(fireEvent.keyDown(point, { key: 'ArrowLeft', [modifier]: true })).toBe(true)
  expect(point).toHaveFocus()
})

it('selects the points in a rectangle with Enter while Shift is still down', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: '/prioritise?layout=matrix&x=strength&y=momentum' })
  await tableOf('Ranking')
  const point = await within(screen.getByRole('figure', { name: 'Matrix' })).findByRole('button')
  act(() => point.focus())
  for (let step = 0; step < 3; step += 1) fireEvent.keyDown(point, { key: 'ArrowLeft', shiftKey: true })
  fireEvent.keyDown(point, { key: 'Enter', shiftKey: true })
  expect(await screen.findByRole('region', { name: 'Selection' })).toBeInTheDocument()
})

it('opens the details of the focused point with Space', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: '/prioritise?layout=matrix&x=strength&y=momentum' })
  await tableOf('Ranking')
  const point = await within(screen.getByRole('figure', { name: 'Matrix' })).findByRole('button')
  act(() => point.focus())
  await userEvent.keyboard(' ')
  const details = await screen.findByRole('region', { name: 'Opportunity details' })
  await waitFor(() => expect(details).toHaveFocus())
})

it('opens the details of a point that assistive technology activates', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: '/prioritise?layout=matrix&x=strength&y=momentum' })
  await tableOf('Ranking')
  fireEvent.click(await within(screen.getByRole('figure', { name: 'Matrix' })).findByRole('button'))
  expect(await screen.findByRole('region', { name: 'Opportunity details' })).toBeInTheDocument()
})

it('draws a rectangle with the main button only', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: '/prioritise?layout=matrix&x=strength&y=momentum' })
  await tableOf('Ranking')
  const matrix = screen.getByRole('figure', { name: 'Matrix' })
  await within(matrix).findByRole('button')
  const target = matrix.querySelector('[data-points]') as Element
  await userEvent.pointer([
    { keys: '[MouseRight>]', target, coords: { clientX: 1, clientY: 1 } },
    { target, coords: { clientX: 400, clientY: 200 } },
  ])
  expect(document.querySelector('rect')).toBeNull()
})

it('renames a model with its saved weights, and keeps the moved ones', async () => {
  const { bridge } = open({ route: '/prioritise?panel=weights&model=mine' })
  await tableOf('Ranking')
  const field = screen.getByRole('textbox', { name: 'Weight of Average sentiment' })
  fireEvent.change(field, { target: { value: '20' } })
  await userEvent.click(screen.getByRole('button', { name: 'Actions for the scoring model' }))
  await userEvent.click(await screen.findByText('Rename…'))
  const name = await screen.findByLabelText(/^Model name/)
  expect(name).toHaveValue('Mine')
  await userEvent.type(name, ' too{Enter}')
  await waitFor(() => expect(name).not.toBeInTheDocument())
  expect(bridge.calls).toContainEqual({
    name: 'priorities.saveModel',
    input: { workspace: testWorkspace, model: { ...own, name: 'Mine too' } },
  })
  expect(field).toHaveValue('20')
})

/** The selection that the list of opportunities begins with. */
function Handed() {
  const place = keyIn(testWorkspace, '/opportunities')
  const { rows } = useSelection({ rows: null, readAll: async () => [], place, isReturn: useIsReturn() })
  return <output aria-label="Handed">{JSON.stringify(rows)}</output>
}

it('shows the selected records in their list, selected there too', async () => {
  const rows = five.map((each) => (each.id === 'd' ? { ...each, status: null } : each))
  function Either() {
    return useParams().view === 'opportunities' ? <Handed /> : <PrioritiesView />
  }
  renderList(<Either />, {
    path: '/:view/:id?',
    route: '/prioritise',
    answers: { ...priorityAnswers(() => rows), 'priorities.models': () => [] },
  })
  await tableOf('Ranking')
  for (const id of ['d', 'b']) await userEvent.click(within(rowOf(`Title ${id}`)).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Show in list' }))
  const handed = await screen.findByLabelText('Handed')
  expect(address()).toBe('/opportunities')
  expect(JSON.parse(handed.textContent)).toMatchObject([
    { id: 'b', title: 'Title b', type: 'New', combinedScore: null },
    { id: 'd', title: 'Title d', type: '', combinedScore: null },
  ])
})

it('says that the open record is no longer in the workspace', async () => {
  open({ route: '/prioritise/gone' })
  const details = await screen.findByRole('region', { name: 'Opportunity details' })
  expect(await within(details).findByText('This opportunity is no longer in the workspace.')).toBeVisible()
})

it('leads from the decision note back to the row with Escape', async () => {
  open({ route: '/prioritise/b' })
  await tableOf('Ranking')
  const note = await screen.findByRole('textbox', { name: 'Decision note' })
  act(() => note.focus())
  await userEvent.keyboard('{Escape}')
  expect(rowOf('Title b')).toHaveFocus()
  expect(address()).toBe('/prioritise/b')
})

it.each([
  ['opportunities', /^No insight in .+ is linked to any opportunities\.$/],
  ['insights', /has no insights yet\.$/],
])('says why there are no %s to rank', async (rows, words) => {
  open({ rows: [], route: `/prioritise?rows=${rows}` })
  expect(await screen.findByText(words)).toBeVisible()
})

it.each([
  ['goals', { view: 'outcomes', query: { text: '', relatedTo: null } }],
  ['solutions', { view: 'solutions', query: { text: '', statuses: [], horizons: [] } }],
  ['insights', { view: 'insights', query: { filter: {} } }],
])('exports ranked %s from their own list', async (rows, source) => {
  open({ route: `/prioritise?rows=${rows}` })
  await tableOf('Ranking')
  await userEvent.click(screen.getByRole('button', { name: /^Export/ }))
  expect(exportDialog.get()).toMatchObject({ source, shown: ['a', 'b', 'c', 'd', 'e'] })
  exportDialog.set(null)
})

it('lists contradicted decisions by rank, whatever their order in the library', async () => {
  function Listed() {
    return (
      <output aria-label="Listed">
        {useContradicted('opportunity')
          .data?.map(({ id }) => id)
          .join()}
      </output>
    )
  }
  renderList(<Listed />, { path: '/', answers: priorityAnswers(() => five.toReversed()) })
  await waitFor(() => expect(screen.getByLabelText('Listed')).toHaveTextContent(/^a,e$/))
})

it.each([
  ['later', false],
  ['next', false],
  ['now', true],
  ['notNow', true],
] as const)('reads the figures for contradicted decisions only where one could be: %s', async (decision, isRead) => {
  function Listed() {
    const { data } = useContradicted('opportunity')
    return <output aria-label="Listed">{data?.length}</output>
  }
  const rows = [row('a', { strongest: 1 }, { decision }), row('b')]
  const { bridge } = renderList(<Listed />, { path: '/', answers: priorityAnswers(() => rows) })
  await waitFor(() => expect(screen.getByLabelText('Listed')).toHaveTextContent(/^\d$/))
  expect(bridge.calls.some(({ name }) => name === 'priorities.rows')).toBe(isRead)
})

it.each([
  ['opportunities', ['Status', 'Top score', 'Feedback'], 'Top score of its insights'],
  ['insights', ['Type', 'Score', 'Feedback'], 'Score'],
])('heads the columns of %s, and names their orders, in their own words', async (rows, words, order) => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({ route: `/prioritise?rows=${rows}` })
  await tableOf('Ranking')
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headings).toEqual(['Selected', 'Rank', 'Title', 'Points', 'Decision', ...words, 'Sentiment'])
  await userEvent.click(screen.getByRole('button', { name: /^Sort by/ }))
  expect(await screen.findByRole('menuitemradio', { name: order })).toBeInTheDocument()
})

it('shows the type of an insight in words, and when it has none', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  open({
    route: '/prioritise?rows=insights',
    rows: [row('p', {}, { status: 'FeatureRequest' }), row('q', {}, { status: null })],
  })
  await tableOf('Ranking')
  expect(within(rowOf('Title p')).getByText('Feature request')).toBeVisible()
  const unknown = (title: string) => within(rowOf(title)).getAllByText('none').length
  expect(unknown('Title q')).toBe(unknown('Title p') + 1)
})
