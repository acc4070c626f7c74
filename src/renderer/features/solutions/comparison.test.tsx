import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import { briefDialog } from '../../records/brief-dialog'
import { address, giveSize, renderList, tableOf } from '../../records/list-testing'
import { recordAnswers, sampleId, sampleSolution } from '../../testing/sample-records'
import { SolutionsView } from '.'

beforeEach(giveSize)

const trust = {
  id: sampleId(70),
  title: 'Trust the range',
  hideContent: false,
  through: 1,
  strongest: 0.9,
  status: 'New',
}
const five = [
  sampleSolution(1, { pros: ['Cheap'], cons: ['Slow'], relatedOpportunities: [trust], strongest: 0.97 }),
  sampleSolution(2, { horizon: null, sentiment: null, strongest: null }),
  sampleSolution(3, { hideContent: true, title: 'A secret', pros: ['Secretly good'] }),
  sampleSolution(4),
  sampleSolution(5),
]

function open(route = '/solutions') {
  return renderList(<SolutionsView />, {
    ...{ path: '/solutions/:id?', route },
    answers: recordAnswers(() => ({ solutions: five })),
  })
}

const comparing = (...places: number[]) => `/solutions?${places.map((place) => `compare=${sampleId(place)}`).join('&')}`
const select = (place: number) => screen.getByRole('checkbox', { name: `Select Solution number ${place}` })
const compare = () => screen.getByRole('button', { name: 'Compare' })
const comparison = () => screen.findByRole('table', { name: 'Comparison' })
const cells = async (line: string) => {
  const row = within(await comparison()).getByRole('row', { name: new RegExp(`^${line}`) })
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}

const expectCells = (line: string, texts: readonly string[]) =>
  waitFor(async () => expect(await cells(line)).toEqual(texts))

it('scrolls the comparison by keys, which its heading hears', async () => {
  const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000)
  onTestFinished(() => height.mockRestore())
  open(comparing(1, 2))
  await comparison()
  expect(screen.getByRole('heading', { level: 1, name: 'Compare solutions' })).toHaveFocus()
  const top = () => screen.getByRole('table', { name: 'Comparison' }).parentElement?.scrollTop
  await userEvent.keyboard('{PageDown}')
  expect(top()).toBe(360)
  await userEvent.keyboard('{Home}')
  expect(top()).toBe(0)
})

it('compares the selected solutions, and returns the focus to the Compare button', async () => {
  open()
  await tableOf('Solutions')
  await userEvent.click(select(1))
  expect(compare()).toHaveAccessibleDescription('Select 2 to 4 solutions to compare them.')
  await userEvent.click(compare())
  expect(address()).toBe('/solutions')
  await userEvent.click(select(2))
  compare().focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Compare solutions' })).toHaveFocus()
  expect(address()).toBe(comparing(1, 2))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(compare()).toHaveFocus())
  expect(address()).toBe('/solutions')
  expect(select(1)).toBeChecked()
})

it('offers to compare up to four selected solutions, not five', async () => {
  open()
  await tableOf('Solutions')
  for (const place of [1, 2, 4, 5]) await userEvent.click(select(place))
  expect(compare()).not.toHaveAccessibleDescription()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select hidden content' }))
  expect(compare()).toHaveAccessibleDescription('Select 2 to 4 solutions to compare them.')
})

it('opens an evidence brief of the insights behind the selection', async () => {
  open()
  await tableOf('Solutions')
  await userEvent.click(select(1))
  const brief = screen.getByRole('button', { name: 'Evidence brief' })
  expect(brief).toHaveTextContent('Evidence brief')
  await userEvent.click(brief)
  expect(briefDialog.get()).toEqual({ kind: 'selection', of: 'solution', ids: [sampleId(1)] })
  briefDialog.set(null)
})

it('shows the pros, cons and evidence of each solution', async () => {
  open(comparing(1, 2))
  expect(await within(await comparison()).findByRole('link', { name: 'Solution number 1' })).toHaveAttribute(
    'href',
    `/solutions/${sampleId(1)}`,
  )
  await expectCells('Status', ['In development', 'In development'])
  await expectCells('Horizon', ['Next', 'Unplanned'])
  await expectCells('Top score', ['0.97', '–'])
  await expectCells('Insights', ['2', '2'])
  await expectCells('Feedback', ['4', '4'])
  await expectCells('Sentiment', ['Negative · −0.40', 'none'])
  await expectCells('Pros', ['Cheap', 'none'])
  await expectCells('Cons', ['Slow', 'none'])
  await expectCells('Opportunities', ['Trust the range', 'none'])
})

it('masks hidden content until it is revealed, and says when a solution is not found', async () => {
  open(comparing(3, 1, 99))
  const table = within(await comparison())
  expect(await table.findByText('Solution not found')).toBeInTheDocument()
  expect(document.body).not.toHaveTextContent(/secret/i)
  await userEvent.click(table.getByRole('button', { name: 'Reveal' }))
  expect(table.getByRole('link', { name: 'A secret' })).toBeInTheDocument()
  expect(table.getByText('Secretly good')).toBeInTheDocument()
})

it('says that a solution could not be read, and reads it again on request', async () => {
  let isBroken = true
  const answers = recordAnswers(() => ({ solutions: five }))
  renderList(<SolutionsView />, {
    ...{ path: '/solutions/:id?', route: comparing(1, 2) },
    answers: {
      ...answers,
      'solutions.get': (input) => {
        if (isBroken && input.id === sampleId(2)) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return (answers['solutions.get'] as NonNullable<(typeof answers)['solutions.get']>)(input)
      },
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  await expectCells('Cons', ['Slow', '–'])
  isBroken = false
  await userEvent.click(retry)
  await expectCells('Cons', ['Slow', 'none'])
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('compares at most four solutions', async () => {
  open(comparing(1, 2, 3, 4, 5))
  expect(within(await comparison()).getAllByRole('columnheader')).toHaveLength(4)
})

it('shows the list when the address names only one solution', async () => {
  open(comparing(1))
  await tableOf('Solutions')
})

it('returns to the list with the mouse when nothing was selected', async () => {
  open(comparing(1, 2))
  await userEvent.click(await screen.findByRole('button', { name: /Back to solutions/ }))
  await tableOf('Solutions')
  expect(address()).toBe('/solutions')
  await waitFor(() => expect(screen.getByText('Solution number 1').closest('tr')).toHaveFocus())
})
