// The commands of the palette in a real view: those of keys, and those that the view has buttons for.
import { notifications } from '@mantine/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { InsightsView } from '../features/insights'
import { OutcomesView } from '../features/outcomes'
import { Palette } from '../features/palette'
import { PrioritiesView } from '../features/priorities'
import { SolutionsView } from '../features/solutions'
import { briefDialog } from '../records/brief-dialog'
import { exportDialog } from '../records/export-dialog'
import { giveSize, tableOf } from '../records/list-testing'
import type { Answers } from '../testing/fake-bridge'
import { priorityAnswers, priorityRecord } from '../testing/priority-answers'
import { renderView } from '../testing/render'
import { answersFor, sampleId, sampleRow } from '../testing/sample-insights'
import { recordAnswers, sampleOutcome, sampleSolution } from '../testing/sample-records'
import { useAppCommands, useAppKeys } from './commands'

beforeEach(() => {
  notifications.clean()
  briefDialog.set(null)
  exportDialog.set(null)
  return giveSize()
})

function InWindow() {
  const { pathname, search } = useLocation()
  const { view } = useParams()
  const [isOpen, setIsOpen] = useState(false)
  const commands = useAppCommands({ showKeys: () => undefined, openPalette: () => setIsOpen(true) }, true)
  useAppKeys(commands)
  return (
    <main tabIndex={-1}>
      {view === 'insights' && <InsightsView />}
      {view === 'goals' && <OutcomesView />}
      {view === 'solutions' && <SolutionsView />}
      {view === 'prioritise' && <PrioritiesView />}
      <output aria-label="Address">{pathname + search}</output>
      {isOpen && <Palette commands={commands} onClose={() => setIsOpen(false)} />}
    </main>
  )
}

const rows = [1, 2, 3].map((place) => sampleRow(place))
const address = () => screen.getByLabelText('Address').textContent

function open(route = '/insights', answers: Answers = {}) {
  return renderView(<InWindow />, {
    route,
    path: '/:view/:id?',
    answers: {
      ...answersFor(() => rows),
      ...priorityAnswers(() => [priorityRecord('a')]),
      'priorities.models': () => [],
      'search.everything': () => ({ found: [], totals: [] }),
      'feedback.query': () => ({ rows: [], total: 0, all: 0 }),
      'shell.copyText': () => null,
      'shell.painted': () => null,
      ...answers,
    },
  })
}

const options = () =>
  within(screen.getByRole('listbox', { name: 'Results' }))
    .queryAllByRole('option')
    .map(({ children }) => children[0]?.textContent)

/** Opens the palette, types, and runs the first result. */
async function run(words: string, name: string) {
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search or run a command' }), words)
  await waitFor(() => expect(options()[0]).toBe(name))
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('combobox', { name: 'Search or run a command' })).not.toBeInTheDocument()
}

it('lists the commands for the selected rows first, and runs them', async () => {
  const { bridge } = open('/insights', {
    'triage.decideAll': ({ decisions }) => ({ undo: decisions }),
  })
  await tableOf('Insights')
  await userEvent.keyboard('jxjx{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Search or run a command' })
  expect(options().slice(0, 5)).toEqual([
    'Mark 2 insights as reviewed',
    'Snooze…',
    'Label…',
    'Evidence brief',
    'Export…',
  ])
  expect(options().slice(5, 7).toSorted()).toEqual(['Copy IDs', 'Copy as text'])
  expect(options().filter((name) => name === 'Export…')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')

  await run('brief', 'Evidence brief')
  expect(briefDialog.get()).toEqual({ kind: 'selection', of: 'insight', ids: [sampleId(1), sampleId(2)] })
  await run('export', 'Export…')
  expect(exportDialog.get()?.selected).toEqual([sampleId(1), sampleId(2)])
  await run('copy as', 'Copy as text')
  expect(bridge.calls.filter(({ name }) => name === 'shell.copyText')).toHaveLength(1)
  await run('label', 'Label…')
  expect(await screen.findByRole('dialog', { name: /Label/ })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Label/ })).not.toBeInTheDocument())
  await run('mark 2', 'Mark 2 insights as reviewed')
  const decided = () => bridge.calls.filter(({ name }) => name === 'triage.decideAll')
  await waitFor(() => expect(decided()).toHaveLength(1))

  await run('undo', 'Undo')
  await waitFor(() => expect(decided()).toHaveLength(2))
})

it('focuses the record that it opens, also when it was opened from the search of a list', async () => {
  const [row] = rows
  if (row === undefined) throw new Error('no row')
  open('/insights', {
    'search.everything': () => ({
      found: [{ kind: 'insight', id: row.id, title: row.title, isHidden: false, foundIn: 'title' }],
      totals: [{ kind: 'insight', total: 1 }],
    }),
  })
  await tableOf('Insights')
  await userEvent.click(screen.getByRole('searchbox', { name: 'Search insights' }))
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search or run a command' }), row.title)
  await waitFor(() => expect(screen.getAllByRole('option')[0]).toHaveTextContent(row.title))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('region', { name: 'Insight details' })).toHaveFocus()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('region', { name: 'Insight details' })).toHaveFocus()
})

it('asks how long to snooze the selected rows', async () => {
  open()
  await tableOf('Insights')
  await userEvent.keyboard('jx')
  await run('snooze', 'Snooze…')
  expect(await screen.findByRole('menuitem', { name: /^Tomorrow/ })).toBeInTheDocument()
})

it('acts on the open record, or on the selected rows when there are any', async () => {
  open(`/insights/${sampleId(1)}`)
  await tableOf('Insights')
  await screen.findByRole('button', { name: 'Evidence brief' })
  await run('brief', 'Evidence brief')
  expect(briefDialog.get()).toEqual({ kind: 'insight', id: sampleId(1) })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Insight number 3' }))
  await run('brief', 'Evidence brief')
  expect(briefDialog.get()).toEqual({ kind: 'selection', of: 'insight', ids: [sampleId(3)] })
})

it('lists the commands for the open record together, below the name of its kind', async () => {
  const solutions = [sampleSolution(1)]
  open(
    `/solutions/${sampleId(1)}`,
    recordAnswers(() => ({ solutions })),
  )
  await tableOf('Solutions')
  await screen.findByRole('button', { name: 'Evidence brief' })
  await userEvent.keyboard('{Control>}k{/Control}')
  const results = within(await screen.findByRole('listbox', { name: 'Results' }))
  expect(options()).toEqual(expect.arrayContaining(['Evidence brief', 'Copy ID']))
  const headings = results.getAllByRole('presentation').map(({ textContent }) => textContent)
  expect(headings.filter((heading) => heading?.startsWith('This '))).toEqual(['This solution'])
})

it('opens filters and columns, and offers to clear filters only while there are some', async () => {
  open('/insights?type=Bug')
  await tableOf('Insights')
  await run('filter…', 'Filter…')
  const filters = screen.getByRole('group', { name: 'Filters' })
  await waitFor(() => expect(filters).toContainElement(document.activeElement as HTMLElement))
  await run('columns', 'Columns…')
  const columns = await screen.findByRole('dialog', { name: 'Columns' })
  expect((await within(columns).findAllByRole('checkbox')).length).toBeGreaterThan(3)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus())
  await run('clear', 'Clear filters')
  await waitFor(() => expect(address()).toBe('/insights'))
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(options()).toContain('Columns…')
  expect(options()).not.toContain('Clear filters')
  expect(options()).not.toContain('Undo')
})

it('opens triage with the filters of the list, as its key does', async () => {
  open('/insights?type=Bug')
  await tableOf('Insights')
  await run('triage', 'Triage')
  await waitFor(() => expect(address()).toBe('/insights/triage?type=Bug'))
})

it('offers the command of a button only while it can be used', async () => {
  const solutions = [1, 2].map((place) => sampleSolution(place))
  open(
    '/solutions',
    recordAnswers(() => ({ solutions })),
  )
  await tableOf('Solutions')
  await userEvent.keyboard('jx{Control>}k{/Control}')
  await screen.findByRole('listbox', { name: 'Results' })
  expect(options()).not.toContain('Compare')
  await userEvent.keyboard('{Escape}jx{Control>}k{/Control}')
  await screen.findByRole('listbox', { name: 'Results' })
  expect(options()).toContain('Compare')
  await userEvent.click(screen.getByText('Compare', { selector: '[role="option"] *' }))
  const compared = [1, 2].map((place) => `compare=${sampleId(place)}`).join('&')
  await waitFor(() => expect(address()).toBe(`/solutions?${compared}`))
})

it.each([
  ['the open goal', `/goals/${sampleId(1)}`, '', [1]],
  ['the selected goals', '/goals', 'jxjx', [1, 2]],
] as const)('takes %s to the metrics', async (_, route, keys, places) => {
  open(
    route,
    recordAnswers(() => ({ outcomes: [1, 2].map((place) => sampleOutcome(place)) })),
  )
  await tableOf('Goals')
  if (route !== '/goals') await screen.findByRole('button', { name: 'Link to a metric…' })
  if (keys !== '') await userEvent.keyboard(keys)
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.findByRole('listbox', { name: 'Results' })
  expect(options()).not.toContain('Link goals to a metric…')
  await userEvent.keyboard('{Escape}')
  await run('link to', 'Link to a metric…')
  await waitFor(() => expect(address()).toBe(`/metrics?goals=${places.map(sampleId).join(',')}`))
})

it('shows and hides the weights and the matrix of Prioritise, which have no keys', async () => {
  open('/prioritise')
  await tableOf('Ranking')
  await run('weights', 'Show weights')
  await waitFor(() => expect(address()).toContain('panel=weights'))
  await run('weights', 'Hide weights')
  await waitFor(() => expect(address()).not.toContain('panel'))
  await run('matrix', 'Show matrix')
  await waitFor(() => expect(address()).toContain('layout=matrix'))
  await run('matrix', 'Hide matrix')
  await waitFor(() => expect(address()).not.toContain('layout'))
})
