import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { Decisions, Labelling, TriageMarks } from '../../../contract/features/triage'
import { backWithinMs } from '../../records/ListShell'
import type { Answers } from '../../testing/fake-bridge'
import { testWorkspace } from '../../testing/render'
import { sampleId, sampleRow } from '../../testing/sample-insights'
import { stopClock } from '../../testing/stop-clock'
import { open, row, table, thirty } from './insights-testing'

const bar = () => screen.queryByRole('region', { name: 'Selection' })
const notice = async (words: string) => (await screen.findByText(words)).closest('[role="status"]') as HTMLElement
const of = { workspace: testWorkspace, kind: 'insight' } as const

/** A fake main that applies every change. */
const obedient: Answers = {
  'triage.decideAll': ({ decisions }) => ({
    undo: decisions.map(({ ids, decision }): Decisions[number] => ({
      ids,
      decision: { status: 'open' },
      from: decision,
    })),
  }),
  'triage.labelAll': ({ changes }) => ({
    undo: changes.map(({ ids, add, remove }): Labelling[number] => ({ ids, add: remove, remove: add })),
    full: 0,
  }),
  'triage.labels': () => [{ label: 'Q3', records: 2 }],
}

async function select(keys: string, answers: Answers = obedient) {
  const { bridge } = open({ answers })
  await table()
  await userEvent.keyboard(keys)
  const asked = (name: string) => bridge.calls.flatMap((call) => (call.name === name ? [call.input] : []))
  return { bridge, asked }
}

async function addLabel(dialogName: string, label: string) {
  const dialog = within(await screen.findByRole('dialog', { name: dialogName }))
  await userEvent.type(dialog.getByLabelText('Add', { selector: 'input' }), label)
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
}

it('marks the selected insights as reviewed with e, in one call, and undoes it once with Ctrl+Z', async () => {
  const { asked } = await select('jxjxe')
  const ids = [sampleId(1), sampleId(2)]
  expect(await notice('Marked 2 insights as reviewed')).toBeInTheDocument()
  const decided = { ids, decision: { status: 'reviewed' }, from: null }
  expect(asked('triage.decideAll')).toEqual([{ ...of, decisions: [decided] }])
  expect(bar()).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  const undone = { ids, decision: { status: 'open' }, from: { status: 'reviewed' } }
  expect(asked('triage.decideAll').slice(1)).toEqual([{ ...of, decisions: [undone] }])
  await waitFor(() => expect(screen.queryByText('Marked 2 insights as reviewed')).not.toBeInTheDocument())
  expect(await screen.findByText('Undone: marked 2 insights as reviewed')).toBeInTheDocument()
  // Only one step can be undone.
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(asked('triage.decideAll')).toHaveLength(2)
})

it.each([
  ['not reviewed', 'all of them are reviewed', 'reviewed', 'open'],
  ['reviewed', 'only some of them are', 'snoozed', 'reviewed'],
] as const)('marks the selected insights as %s when %s', async (marked, _, other, status) => {
  const triaged = (place: number, decided: TriageMarks['status']) =>
    sampleRow(place, { triage: { status: decided, hasNote: false, labels: [] } })
  const { bridge } = open({ answers: obedient, rows: [triaged(1, 'reviewed'), triaged(2, other)] })
  await table()
  await userEvent.keyboard('jxjx')
  await userEvent.click(within(bar() as HTMLElement).getByRole('button', { name: `Mark as ${marked}` }))
  expect(await notice(`Marked 2 insights as ${marked}`)).toBeInTheDocument()
  expect(bridge.calls.findLast(({ name }) => name === 'triage.decideAll')?.input).toMatchObject({
    decisions: [{ decision: { status } }],
  })
})

it('snoozes the one selected insight, not the focused one, and undoes it from the notice', async () => {
  const { asked } = await select('jxjh')
  await userEvent.click(await screen.findByRole('menuitem', { name: /Until its score/ }))
  const said = await notice('Snoozed “Insight number 1” until the score or feedback changes')
  const decided = { ids: [sampleId(1)], decision: { status: 'snoozed', until: null } }
  expect(asked('triage.decideAll')).toMatchObject([{ decisions: [decided] }])
  await userEvent.click(within(said).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(asked('triage.decideAll')).toHaveLength(2))
})

it('adds labels, keeps the selection, says how many insights were labelled, and undoes it with Ctrl+Z', async () => {
  const { asked } = await select('jxjxl')
  const dialog = within(await screen.findByRole('dialog', { name: 'Label 2 insights' }))
  await waitFor(() => expect(dialog.getByLabelText('Add', { selector: 'input' })).toHaveFocus())
  await userEvent.keyboard('brakes{Enter}half')
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(await notice('Added “brakes”, “half” to 2 insights')).toBeInTheDocument()
  const ids = [sampleId(1), sampleId(2)]
  expect(asked('triage.labelAll')).toEqual([{ ...of, changes: [{ ids, add: ['brakes', 'half'], remove: [] }] }])
  expect(bar()).toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(asked('triage.labelAll')[1]).toMatchObject({ changes: [{ remove: ['brakes', 'half'] }] }))
  expect(await screen.findByText('Undone: added “brakes”, “half” to 2 insights')).toBeInTheDocument()
})

it('rejects a label that is too long, and keeps its text in the field until it is shorter', async () => {
  const { asked } = await select('jxl')
  const dialog = within(await screen.findByRole('dialog', { name: 'Label 1 insight' }))
  const field = dialog.getByLabelText('Add', { selector: 'input' })
  await waitFor(() => expect(field).toHaveFocus())
  await userEvent.paste(`${'x'.repeat(61)},short`)
  await userEvent.keyboard(';{Enter}')
  await userEvent.tab()
  expect(field).toHaveValue(`${'x'.repeat(61)},short;`)
  expect(await dialog.findByText('A label can have up to 60 characters.')).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await userEvent.click(field)
  await userEvent.keyboard('{Home}{Delete}')
  expect(field).toHaveValue('')
  expect(dialog.queryByText('A label can have up to 60 characters.')).not.toBeInTheDocument()
  await userEvent.paste('other')
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  await waitFor(() =>
    expect(asked('triage.labelAll')).toMatchObject([{ changes: [{ add: ['x'.repeat(60), 'short', 'other'] }] }]),
  )
})

it.each([
  ['by Ctrl Enter', 'billing', () => userEvent.keyboard('{Control>}{Enter}{/Control}')],
  ['by Ctrl Enter, with none to add', '', () => userEvent.keyboard('{Control>}{Enter}{/Control}')],
  ['by mouse', 'billing', () => userEvent.click(screen.getByRole('button', { name: 'Apply' }))],
])('changes no labels while a label to remove has been searched for but not chosen: %s', async (_, added, apply) => {
  const { asked } = await select('jxl', { ...obedient, 'triage.labels': () => [{ label: 'pricing', records: 1 }] })
  const dialog = within(await screen.findByRole('dialog', { name: 'Label 1 insight' }))
  await userEvent.type(dialog.getByLabelText('Add', { selector: 'input' }), `${added}{Enter}`)
  const remove = await dialog.findByLabelText('Remove', { selector: 'input' })
  await userEvent.type(remove, 'pric')
  await apply()
  expect(remove).toHaveFocus()
  expect(remove).toHaveValue('pric')
  expect(remove).toHaveAccessibleDescription('Choose a label from the list, or clear the search.')
  expect(asked('triage.labelAll')).toEqual([])
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.click(await screen.findByRole('option', { name: 'pricing' }))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const add = added === '' ? [] : [added]
  await waitFor(() => expect(asked('triage.labelAll')).toMatchObject([{ changes: [{ add, remove: ['pricing'] }] }]))
  const said = added === '' ? 'Removed “pricing” from “Insight number 1”' : 'Changed the labels of “Insight number 1”'
  expect(await notice(said)).toBeInTheDocument()
})

it('stays open and changes nothing when no label was chosen', async () => {
  const { asked } = await select('jxl')
  const dialog = await screen.findByRole('dialog', { name: 'Label 1 insight' })
  const field = within(dialog).getByLabelText('Add', { selector: 'input' })
  await waitFor(() => expect(field).toHaveFocus())
  fireEvent.submit(field)
  expect(dialog).toBeInTheDocument()
  expect(asked('triage.labelAll')).toEqual([])
})

it('offers the labels in use, each either to add or to remove', async () => {
  const labels = ['pricing', 'Q3', 'Winter'].map((label) => ({ label, records: 1 }))
  await select('jxl', { ...obedient, 'triage.labels': () => labels })
  const dialog = within(await screen.findByRole('dialog', { name: 'Label 1 insight' }))
  const add = dialog.getByLabelText('Add', { selector: 'input' })
  const remove = await dialog.findByLabelText('Remove', { selector: 'input' })
  const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  await waitFor(() => expect(add).toHaveFocus())
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(offered()).toEqual(['pricing', 'Q3', 'Winter']))
  await userEvent.click(screen.getByRole('option', { name: 'pricing' }))
  await userEvent.click(remove)
  await waitFor(() => expect(offered()).toEqual(['Q3', 'Winter']))
  await userEvent.click(screen.getByRole('option', { name: 'Q3' }))
  await userEvent.click(add)
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(offered()).toEqual(['Winter']))
})

it('closes the label dialog with one Escape, changes nothing, and keeps the selection', async () => {
  const { asked } = await select('jxl')
  const dialog = within(await screen.findByRole('dialog', { name: 'Label 1 insight' }))
  await waitFor(() => expect(dialog.getByLabelText('Add', { selector: 'input' })).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(bar()).toBeInTheDocument()
  expect(asked('triage.labelAll')).toEqual([])
})

it('says that nothing changed, by labels that are too many or a decision made before, and offers no undo', async () => {
  const full = { 'triage.labelAll': () => ({ undo: [], full: 1 }), 'triage.decideAll': () => ({ undo: [] }) }
  await select('jxl', { ...obedient, ...full })
  const dialog = within(await screen.findByRole('dialog', { name: 'Label 1 insight' }))
  await waitFor(() => expect(dialog.getByLabelText('Add', { selector: 'input' })).toHaveFocus())
  await userEvent.keyboard('x')
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('Nothing was changed. 1 insight can’t have more labels.')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await userEvent.keyboard('e')
  expect(await screen.findByText('Already up to date')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

it('says how many of the insights it labelled, and how many can’t have more labels', async () => {
  const undo = [{ ids: [sampleId(2)], add: [], remove: ['x'] }]
  await select('jxjxl', { ...obedient, 'triage.labelAll': () => ({ undo, full: 1 }) })
  await addLabel('Label 2 insights', 'x')
  expect(await notice('Added “x” to 1 insight. 1 insight can’t have more labels.')).toBeInTheDocument()
})

it('says that the insights have the labels already', async () => {
  await select('jxl', { ...obedient, 'triage.labelAll': () => ({ undo: [], full: 0 }) })
  await addLabel('Label 1 insight', 'x')
  expect(await screen.findByText('Already up to date')).toBeInTheDocument()
})

it('offers to remove labels only while some are in use', async () => {
  await select('jxl', { ...obedient, 'triage.labels': () => [] })
  const dialog = within(await screen.findByRole('dialog', { name: 'Label 1 insight' }))
  expect(dialog.getByLabelText('Add', { selector: 'input' })).toBeInTheDocument()
  expect(dialog.queryByLabelText('Remove', { selector: 'input' })).not.toBeInTheDocument()
})

it('does not offer to remove a label that is being added, or to add one that is being removed', async () => {
  await select('jxl', {
    ...obedient,
    'triage.labels': () => ['Q1', 'Q2', 'Q3'].map((label) => ({ label, records: 1 })),
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Label 1 insight' }))
  const remove = await dialog.findByLabelText('Remove', { selector: 'input' })
  const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  await userEvent.type(dialog.getByLabelText('Add', { selector: 'input' }), 'Q1{Enter}')
  await userEvent.type(remove, 'Q')
  await waitFor(() => expect(offered()).toEqual(['Q2', 'Q3']))
  await userEvent.click(screen.getByRole('option', { name: 'Q3' }))
  await userEvent.type(dialog.getByLabelText('Add', { selector: 'input' }), 'Q{ArrowDown}')
  await waitFor(() => expect(offered()).toEqual(['Q2']))
})

it.each([
  ['a decision', 'triage.decideAll', { undo: [] }, () => userEvent.keyboard('e')],
  [
    'labels',
    'triage.labelAll',
    { undo: [], full: 0 },
    async () => {
      await userEvent.keyboard('l')
      await addLabel('Label 1 insight', 'x')
    },
  ],
] as const)('says that nothing was undone when %s changed since', async (_, name, unchanged, change) => {
  const first = obedient[name] as (...args: unknown[]) => never
  let times = 0
  const answer = (...args: unknown[]) => {
    times += 1
    return times === 1 ? first(...args) : unchanged
  }
  await select('jx', { ...obedient, [name]: answer })
  await change()
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('Couldn’t undo: it has since changed.')).toBeInTheDocument()
})

it('moves the focus to the row when the bar with the pressed button goes', async () => {
  await select('jjx')
  await userEvent.click(within(bar() as HTMLElement).getByRole('button', { name: 'Mark as reviewed' }))
  await notice('Marked “Insight number 2” as reviewed')
  await waitFor(() => expect(bar()).not.toBeInTheDocument())
  await waitFor(() => expect(row(2)).toHaveFocus())
})

it('keeps the selection and says why when the decision cannot be saved', async () => {
  const down = () => {
    throw new AppError('DISK_FULL', '')
  }
  await select('jxe', { ...obedient, 'triage.decideAll': down })
  expect(await screen.findByText(/disk is full/i)).toBeInTheDocument()
  expect(bar()).toBeInTheDocument()
})

it('opens the choice of a snooze and the labels from the buttons of the selection, and closes them again', async () => {
  const { asked } = await select('jx')
  const tools = within(bar() as HTMLElement)
  await userEvent.click(tools.getByRole('button', { name: /^Snooze/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }))
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  await waitFor(() => expect(asked('triage.decideAll')).toMatchObject([{ decisions: [{ ids: [sampleId(1)] }] }]))
  await userEvent.keyboard('jx')
  await userEvent.click(within(bar() as HTMLElement).getByRole('button', { name: /^Label/ }))
  expect(await screen.findByRole('dialog', { name: 'Label 1 insight' })).toBeInTheDocument()
})

it('leaves rows that were selected meanwhile, and the focus in a field, when a decision is saved late', async () => {
  let answer = () => {}
  const undo = [
    { ids: [sampleId(1), sampleId(2)], decision: { status: 'open' as const }, from: { status: 'reviewed' as const } },
  ]
  await select('jxjxe', { 'triage.decideAll': () => new Promise((resolve) => (answer = () => resolve({ undo }))) })
  await userEvent.keyboard('{Escape}jx/')
  await act(async () => answer())
  expect(await notice('Marked 2 insights as reviewed')).toBeInTheDocument()
  expect(bar()).toHaveTextContent('1 selected')
  expect(screen.getByRole('searchbox', { name: 'Search insights' })).toHaveFocus()
})

it('says why labels could not be saved', async () => {
  const down = () => {
    throw new AppError('DISK_FULL', '')
  }
  await select('jxl', { ...obedient, 'triage.labelAll': down })
  const dialog = within(await screen.findByRole('dialog', { name: 'Label 1 insight' }))
  await waitFor(() => expect(dialog.getByLabelText('Add', { selector: 'input' })).toHaveFocus())
  await userEvent.keyboard('x{Control>}{Enter}{/Control}')
  expect(await screen.findByText(/disk is full/i)).toBeInTheDocument()
})

it('applies e, h and l to the focused row when none is selected, and undoes a review', async () => {
  stopClock()
  const { asked } = await select('jje')
  expect(await notice('Marked “Insight number 2” as reviewed')).toBeInTheDocument()
  expect(asked('triage.decideAll')).toMatchObject([{ decisions: [{ ids: [sampleId(2)] }] }])
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(asked('triage.decideAll')).toHaveLength(2))
  expect(bar()).not.toBeInTheDocument()
  expect(row(2)).toHaveFocus()

  await userEvent.keyboard('h')
  await userEvent.click(await screen.findByRole('menuitem', { name: /Tomorrow/ }))
  expect(await notice('Snoozed “Insight number 2” until tomorrow')).toBeInTheDocument()
  await waitFor(() => expect(row(2)).toHaveFocus())

  await userEvent.keyboard('l')
  const dialog = within(await screen.findByRole('dialog', { name: 'Label 1 insight' }))
  await waitFor(() => expect(dialog.getByLabelText('Add', { selector: 'input' })).toHaveFocus())
  await userEvent.keyboard('brakes')
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(await notice('Added “brakes” to “Insight number 2”')).toBeInTheDocument()
})

it('snoozes the focused row until a date', async () => {
  const { asked } = await select('jh')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Pick a date…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze until' }))
  fireEvent.change(await dialog.findByLabelText('Date'), { target: { value: '2999-01-02' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
  const decision = { status: 'snoozed', until: '2999-01-02' }
  const decided = { ids: [sampleId(1)], decision, from: null }
  await waitFor(() => expect(asked('triage.decideAll')).toEqual([{ ...of, decisions: [decided] }]))
})

it('applies e to the insight whose details are open', async () => {
  const { asked } = await select('jj{Enter}')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Insight details' })).toHaveFocus())
  await userEvent.keyboard('e')
  await waitFor(() => expect(asked('triage.decideAll')).toMatchObject([{ decisions: [{ ids: [sampleId(2)] }] }]))
  await notice('Marked “Insight number 2” as reviewed')
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(screen.queryByText('Marked “Insight number 2” as reviewed')).not.toBeInTheDocument())
  expect(screen.getByRole('region', { name: 'Insight details' })).toHaveFocus()
})

it('restores the selection on undo, unless other rows were selected meanwhile', async () => {
  await select('jxjxe')
  await notice('Marked 2 insights as reviewed')
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(bar()).toHaveTextContent('2 selected'))
  await userEvent.keyboard('e')
  await notice('Marked 2 insights as reviewed')
  await userEvent.keyboard('jx{Control>}z{/Control}')
  await waitFor(() => expect(screen.queryByText('Marked 2 insights as reviewed')).not.toBeInTheDocument())
  expect(bar()).toHaveTextContent('1 selected')
})

/** Loads its code, so that a test can tell that it does not open. */
async function loadLabelDialog() {
  const { unmount } = open({ answers: obedient, route: `/insights/${sampleId(2)}` })
  await screen.findByRole('button', { name: 'Add note' })
  await userEvent.keyboard('l')
  await screen.findByRole('dialog', { name: 'Label 1 insight' })
  unmount()
}

it('ignores e, h and l while no row has the focus', async () => {
  await loadLabelDialog()
  const { asked } = await select('ehl')
  expect(asked('triage.decideAll')).toEqual([])
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('can retry an undo that failed', async () => {
  let calls = 0
  const { asked } = await select('jxe', {
    ...obedient,
    'triage.decideAll': (input, ...rest) => {
      calls += 1
      if (calls === 2) throw new AppError('DISK_FULL', '')
      return (obedient['triage.decideAll'] as (...args: unknown[]) => never)(input, ...rest)
    },
  })
  await notice('Marked “Insight number 1” as reviewed')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText(/disk is full/i)).toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(asked('triage.decideAll')).toHaveLength(3))
})

it('focuses the row that an undo brings back', async () => {
  let rows = thirty
  const { bridge } = open({
    rows: () => rows,
    answers: {
      ...obedient,
      'triage.decideAll': (input, ...rest) => {
        rows = rows.length === 30 ? thirty.slice(1) : thirty
        setTimeout(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['insights'] }))
        return (obedient['triage.decideAll'] as (...args: unknown[]) => never)(input, ...rest)
      },
    },
  })
  await table()
  await userEvent.keyboard('je')
  await notice('Marked “Insight number 1” as reviewed')
  await waitFor(() => expect(screen.queryByText('Insight number 1')).not.toBeInTheDocument())
  await waitFor(() => expect(row(2)).toHaveFocus())
  await userEvent.keyboard('{Control>}z{/Control}')
  await screen.findByText('Insight number 1')
  await waitFor(() => expect(row(1)).toHaveFocus())
})

it('keeps the focus in the details of the row that an undo brings back', async () => {
  let rows = thirty
  const { bridge } = open({ rows: () => rows, answers: obedient, route: `/insights/${sampleId(1)}` })
  const change = (next: typeof thirty) => {
    rows = next
    act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['insights'] }))
  }
  await table()
  const details = await screen.findByRole('region', { name: 'Insight details' })
  act(() => details.focus())
  await userEvent.keyboard('e')
  await notice('Marked “Insight number 1” as reviewed')
  change(thirty.slice(1))
  await waitFor(() => expect(row(2)).toHaveAttribute('aria-rowindex', '2'))
  await userEvent.keyboard('{Control>}z{/Control}')
  await notice('Undone: marked “Insight number 1” as reviewed')
  change(thirty)
  await waitFor(() => expect(row(2)).toHaveAttribute('aria-rowindex', '3'))
  expect(details).toHaveFocus()
})

it.each([
  ['a decision', 'jxjxe', 'Marked 2 insights as reviewed'],
  ['labels', 'jxjxl', 'Added “x” to 2 insights'],
])('says that %s could not be undone when it has changed since', async (_, keys, done) => {
  let times = 0
  const first = <Undo,>(undo: Undo[]) => {
    times += 1
    return times === 1 ? undo : []
  }
  const ids = [sampleId(1), sampleId(2)]
  await select(keys, {
    ...obedient,
    'triage.decideAll': () => ({ undo: first([{ ids, decision: { status: 'open' }, from: { status: 'reviewed' } }]) }),
    'triage.labelAll': () => ({ undo: first([{ ids, add: [], remove: ['x'] }]), full: 0 }),
  })
  if (keys.endsWith('l')) await addLabel('Label 2 insights', 'x')
  await notice(done)
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Couldn’t undo: it has since changed.')).toBeInTheDocument()
})

it('ignores e, h and l when the open insight is not found', async () => {
  await loadLabelDialog()
  const { bridge } = open({ answers: obedient, rows: [], route: `/insights/${sampleId(404)}` })
  await screen.findByText('Insight not found')
  await userEvent.keyboard('ehl')
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(bridge.calls.some(({ name }) => name === 'triage.decideAll')).toBe(false)
})

it('asks for the labels of the insight whose details are open in the same dialog', async () => {
  open({ answers: obedient, route: `/insights/${sampleId(2)}` })
  await screen.findByRole('button', { name: 'Add note' })
  await userEvent.keyboard('l')
  expect(await screen.findByRole('dialog', { name: 'Label 1 insight' })).toBeInTheDocument()
  expect(screen.queryByRole('combobox', { name: 'Labels' })).not.toBeInTheDocument()
})

it('does not focus a row that an undo brings back too late', async () => {
  let rows = thirty
  const { setTimeout: later } = globalThis
  const waits: (() => void)[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
    ms === backWithinMs ? waits.push(run) : later(run, ms)) as typeof setTimeout)
  const { bridge } = open({ rows: () => rows, answers: obedient })
  const change = (next: typeof thirty) => {
    rows = next
    act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['insights'] }))
  }
  await table()
  await userEvent.keyboard('je')
  await notice('Marked “Insight number 1” as reviewed')
  change(thirty.slice(1))
  await waitFor(() => expect(row(2)).toHaveFocus())
  await userEvent.keyboard('{Control>}z{/Control}')
  await notice('Undone: marked “Insight number 1” as reviewed')
  act(() => {
    for (const end of waits) end()
  })
  change(thirty)
  await screen.findByText('Insight number 1')
  expect(row(2)).toHaveFocus()
})

it('stays where the person is when an undo brings rows back from the end of the list', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollTo')
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100_000)
  let isReviewed = false
  const reviewed: TriageMarks = { status: 'reviewed', hasNote: false, labels: [] }
  const { bridge } = open({
    rows: () =>
      isReviewed ? [...thirty.slice(2), ...[1, 2].map((number) => sampleRow(number, { triage: reviewed }))] : thirty,
    answers: {
      ...obedient,
      'triage.decideAll': (input, ...rest) => {
        isReviewed = !isReviewed
        setTimeout(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['insights'] }), 50)
        return (obedient['triage.decideAll'] as (...args: unknown[]) => never)(input, ...rest)
      },
    },
  })
  await table()
  await userEvent.keyboard('jxjxe')
  await notice('Marked 2 insights as reviewed')
  await waitFor(() => expect(screen.queryByText('Insight number 1')).not.toBeInTheDocument())
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(row(1)).toHaveFocus())
  expect(row(1)).toHaveAttribute('aria-rowindex', '2')
  expect(JSON.stringify(scrolled.mock.calls)).not.toMatch(/"top":[1-9]/)
})

it('leaves the focus where the person moved it during an undo', async () => {
  let rows = thirty
  let undo = () => {}
  const { bridge } = open({
    rows: () => rows,
    answers: {
      ...obedient,
      'triage.decideAll': async (input, ...rest) => {
        const isUndo = rows.length < 30
        if (isUndo) await new Promise<void>((resolve) => (undo = resolve))
        rows = isUndo ? thirty : thirty.slice(1)
        setTimeout(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['insights'] }))
        return (obedient['triage.decideAll'] as (...args: unknown[]) => never)(input, ...rest)
      },
    },
  })
  await table()
  await userEvent.keyboard('je')
  await notice('Marked “Insight number 1” as reviewed')
  await waitFor(() => expect(row(2)).toHaveFocus())
  await userEvent.keyboard('{Control>}z{/Control}j')
  await waitFor(() => expect(row(3)).toHaveFocus())
  undo()
  await screen.findByText('Insight number 1')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(row(3)).toHaveFocus()
})

it('leaves the focus in the field that has it when a decision is undone', async () => {
  await select('je')
  const said = await notice('Marked “Insight number 1” as reviewed')
  const search = screen.getByRole('searchbox', { name: 'Search insights' })
  act(() => {
    search.focus()
    within(said).getByRole('button', { name: 'Undo' }).click()
  })
  await waitFor(() => expect(said).not.toBeInTheDocument())
  expect(search).toHaveFocus()
})

it('names a single record in its notice, shortened, but not a hidden one', async () => {
  const rows = [
    sampleRow(1, { title: 'Range jumps back to full after a pause of ten minutes' }),
    sampleRow(2, { hideContent: true }),
  ]
  open({ answers: obedient, rows })
  await table()
  await userEvent.keyboard('je')
  await notice('Marked “Range jumps back to full after a pause…” as reviewed')
  await userEvent.keyboard('{Control>}z{/Control}')
  await notice('Undone: marked “Range jumps back to full after a pause…” as reviewed')
  await userEvent.keyboard('je')
  await notice('Marked 1 insight as reviewed')
})

it('offers to snooze several insights until their scores change', async () => {
  await select('jxjxh')
  expect(await screen.findByRole('menuitem', { name: 'Until their score or feedback changes' })).toBeInTheDocument()
})
