import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { SolutionDetail } from '../../../contract/features/solutions'
import { address, giveSize, renderList, rowOf, tableOf } from '../../records/list-testing'
import { fitColumns } from '../../records/table/columns'
import type { Answers } from '../../testing/fake-bridge'
import { recordAnswers, sampleId, sampleOpportunity, sampleSolution } from '../../testing/sample-records'
import { SolutionsView } from '.'
import { solutionColumns } from './solution-columns'

beforeEach(giveSize)

function open(solutions: readonly SolutionDetail[], route = '/solutions', answers: Answers = {}) {
  return renderList(<SolutionsView />, {
    path: '/solutions/:id?',
    route,
    answers: { ...recordAnswers(() => ({ solutions, opportunities: [sampleOpportunity(70)] })), ...answers },
  })
}

it('offers the statuses in workflow order', async () => {
  open([sampleSolution(1)])
  await tableOf('Solutions')
  const chips = within(screen.getByRole('group', { name: 'Filters' })).getAllByRole('button')
  expect(chips.map(({ textContent }) => textContent).slice(0, 7)).toEqual([
    ...['New', 'Backlog', 'Planned', 'In development', 'Complete', 'Live', 'Cancelled'],
  ])
})

it('lists solutions in the team’s priority order, with unknown values as they are', async () => {
  const { bridge } = open([sampleSolution(1), sampleSolution(2, { status: 'Dreaming', horizon: null })])
  expect(await tableOf('Solutions')).toHaveAttribute('aria-rowcount', '3')
  const words = (place: number) =>
    within(rowOf(`Solution number ${place}`))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
      .slice(2, 7)
  expect(words(1)).toEqual(['In development', 'Next', '1', '0.60', '2'])
  expect(words(2)).toEqual(['Dreaming', '–', '2', '0.60', '2'])
  expect(bridge.calls.find(({ name }) => name === 'solutions.query')?.input).toMatchObject({
    sort: { column: 'priority', direction: 'ascending' },
  })
})

it('says which end of the priorities comes first', async () => {
  open([sampleSolution(1)])
  await tableOf('Solutions')
  await userEvent.click(screen.getByRole('button', { name: 'Sort by: Priority, first to last' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'last to first' }))
  expect(await screen.findByRole('button', { name: 'Sort by: Priority, last to first' })).toBeInTheDocument()
  expect(address()).toBe('/solutions?sort=-priority')
})

it('shows only the solutions of one opportunity, naming it, until the filter is removed', async () => {
  const related = encodeURIComponent(`opportunity:${sampleId(70)}`)
  const { bridge } = open([sampleSolution(1)], `/solutions?related=${related}`)
  const chip = await screen.findByRole('button', { name: 'Remove filter: linked to “Opportunity number 70”' })
  expect(bridge.calls.find(({ name }) => name === 'solutions.query')?.input).toMatchObject({
    relatedTo: { kind: 'opportunity', id: sampleId(70) },
  })
  await userEvent.click(chip)
  expect(address()).toBe('/solutions')
})

it('names the opportunity of a filter by its ID when it has no title', async () => {
  const opportunity = { ...sampleOpportunity(70), title: '' }
  open([sampleSolution(1)], `/solutions?related=${encodeURIComponent(`opportunity:${sampleId(70)}`)}`, {
    'opportunities.get': () => opportunity,
  })
  expect(await screen.findByRole('button', { name: 'Remove filter: linked to “Untitled 00000000”' })).toBeVisible()
})

it('filters by horizon, or by none, and keeps that in the address', async () => {
  const { bridge } = open([sampleSolution(1)], '/solutions?horizon=-')
  await tableOf('Solutions')
  const chips = within(screen.getByRole('group', { name: 'Filters' }))
  const chip = (name: string) => chips.getByRole('button', { name })
  const asked = () => bridge.calls.findLast(({ name }) => name === 'solutions.query')?.input
  expect(chip('Unplanned')).toHaveAttribute('aria-pressed', 'true')
  expect(asked()).toMatchObject({ horizons: [null] })
  await userEvent.click(chip('Now'))
  expect(address()).toBe('/solutions?horizon=-&horizon=now')
  await waitFor(() => expect(asked()).toMatchObject({ horizons: [null, 'now'] }))
  expect(chip('Now')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(chip('Unplanned'))
  expect(address()).toBe('/solutions?horizon=now')
  await waitFor(() => expect(asked()).toMatchObject({ horizons: ['now'] }))
})

it('gives the title the room left by the other columns', () => {
  const columns = solutionColumns({ isRevealed: () => false, onReveal: () => {}, onHide: () => {} })
  const { tracks } = fitColumns(columns, { width: 1200, sorting: 'priority' })
  expect(tracks).toMatch(/^minmax\(120px, 1fr\)( \d+px)+$/)
})

it('says that the details are loading while only the row is known, also after those of another solution', async () => {
  let answer = () => {}
  const solutions = [sampleSolution(1), sampleSolution(2, { horizon: null })]
  open(solutions, `/solutions/${sampleId(1)}`, {
    'solutions.get': ({ id }) =>
      new Promise((resolve) => {
        answer = () => solutions.filter((each) => each.id === id).forEach(resolve)
      }),
  })
  const region = within(await screen.findByRole('region', { name: 'Solution details' }))
  expect(await region.findByRole('heading', { name: 'Solution number 1' })).toBeInTheDocument()
  expect(region.getByText('Horizon: Next')).toBeInTheDocument()
  expect(region.getByRole('status', { name: 'Loading details' })).toBeInTheDocument()
  answer()
  await waitFor(() => expect(region.queryByRole('status', { name: 'Loading details' })).not.toBeInTheDocument())
  await userEvent.click(rowOf('Solution number 2'))
  expect(await region.findByRole('heading', { name: 'Solution number 2' })).toBeInTheDocument()
  expect(region.queryByText(/^Horizon:/)).not.toBeInTheDocument()
  expect(region.getByRole('status', { name: 'Loading details' })).toBeInTheDocument()
})

it('shows the whole solution without HTML or images, with the system prompt collapsed', async () => {
  const full = sampleSolution(1, {
    pros: ['Cheap', 'Cheap'],
    cons: ['Slow'],
    prd: '## Scope\n<b>Not bold</b>\n\n- **Gauge** first\n- ![chart](https://example.com/chart.png)',
    systemPrompt: 'You are a product manager.',
    refinementLog: [
      { id: sampleId(80), role: 'user', content: 'Make it cheaper' },
      { id: sampleId(81), role: 'oracle', content: 'So be it' },
    ],
    relatedOpportunities: [
      { id: sampleId(70), title: 'Trust', hideContent: false, through: 1, strongest: null, status: 'New' },
    ],
    relatedOutcomes: [{ id: sampleId(71), title: 'Fewer calls', hideContent: false, through: 1, strongest: null }],
  })
  open([full], `/solutions/${sampleId(1)}`)
  const region = await screen.findByRole('region', { name: 'Solution details' })
  expect(await within(region).findByText(/<b>Not bold<\/b>/)).toBeInTheDocument()
  expect(within(region).getByRole('heading', { level: 4, name: 'Scope' })).toBeInTheDocument()
  expect(within(region).getByText('Gauge').tagName).toBe('STRONG')
  expect(within(region).getByText('![chart](https://example.com/chart.png)').closest('li')).toBeInTheDocument()
  expect(region.querySelector('img, b')).toBeNull()
  expect(within(region).getAllByText('Cheap')).toHaveLength(2)
  expect(within(region).getByText('Slow')).toBeInTheDocument()
  expect(within(region).getByText('Person')).toBeInTheDocument()
  expect(within(region).getByText('oracle')).toBeInTheDocument()
  expect(within(region).getByText('System prompt').closest('details')).not.toHaveAttribute('open')
  expect(within(region).getByRole('link', { name: 'Trust' })).toHaveAttribute('href', `/opportunities/${sampleId(70)}`)
  expect(within(region).getByRole('link', { name: 'Fewer calls' })).toHaveAttribute('href', `/goals/${sampleId(71)}`)
  for (const name of [/^Pros/, /^Cons/, /^Product requirements/]) {
    expect(within(region).getByRole('heading', { name })).toBeInTheDocument()
  }
  expect(within(region).getByText('Refinement log (2)')).toBeInTheDocument()
})

it('leaves out the parts that a solution does not have', async () => {
  open([sampleSolution(1, { prd: ' ' })], `/solutions/${sampleId(1)}`)
  const region = within(await screen.findByRole('region', { name: 'Solution details' }))
  expect(await region.findByText('Processing')).toBeInTheDocument()
  for (const name of [/^Pros/, /^Cons/, /^Product requirements/]) {
    expect(region.queryByRole('heading', { name })).not.toBeInTheDocument()
  }
  expect(region.queryByText(/^Refinement log/)).not.toBeInTheDocument()
  expect(region.queryByText('System prompt')).not.toBeInTheDocument()
})

it('names a record without a title wherever the title would be', async () => {
  const mention = { id: 'opportunity-1', title: ' ', hideContent: false, through: 1, strongest: null, status: 'New' }
  open([sampleSolution(1, { title: ' ', relatedOpportunities: [mention] })], `/solutions/${sampleId(1)}`)
  const name = `Untitled ${sampleId(1).slice(0, 8)}`
  const region = within(await screen.findByRole('region', { name: 'Solution details' }))
  expect(await region.findByRole('heading', { name })).toBeInTheDocument()
  expect(await region.findByRole('link', { name: 'Untitled opportun' })).toBeInTheDocument()
  expect(screen.getByRole('checkbox', { name: `Select ${name}` })).toBeInTheDocument()
  expect(rowOf(name)).toBeInTheDocument()
})
