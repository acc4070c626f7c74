import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, useLocation } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { InsightsView } from '../features/insights'
import { OpportunitiesView } from '../features/opportunities'
import { OutcomesView } from '../features/outcomes'
import { SolutionsView } from '../features/solutions'
import { wantRow } from '../navigation/location-state'
import { forgetAddresses, useKeptAddresses } from '../navigation/view-addresses'
import { giveSize, rowOf, tableOf } from '../records/list-testing'
import { renderView, testEnvironments } from '../testing/render'
import { recordAnswers, sampleId, sampleOpportunity, sampleOutcome, sampleSolution } from '../testing/sample-records'
import { useAppCommands, useAppKeys } from './commands'

beforeEach(() => {
  giveSize()
  forgetAddresses()
})

function InWindow() {
  const { pathname, search } = useLocation()
  useKeptAddresses()
  useAppKeys(useAppCommands({ showKeys: () => undefined, openPalette: () => undefined }, true))
  const isTriage = pathname.startsWith('/insights/triage')
  return (
    <main tabIndex={-1}>
      {pathname.startsWith('/goals') && <OutcomesView />}
      {pathname.startsWith('/solutions') && <SolutionsView />}
      {pathname.startsWith('/opportunities') && <OpportunitiesView />}
      {pathname.startsWith('/insights') && !isTriage && <InsightsView />}
      <Link to="/goals">Goals view</Link>
      <Link to="/goals?q=number" state={wantRow(sampleId(3))}>
        Third goal
      </Link>
      <Link to="/goals?q=number" state={wantRow('unknown')}>
        Unknown goal
      </Link>
      <output aria-label="Address">{pathname + search}</output>
    </main>
  )
}

const served = { ...sampleOpportunity(1), status: 'InProgress', through: 2 }
const outcomes = Array.from({ length: 9 }, (_, place) => sampleOutcome(place + 1, { relatedOpportunities: [served] }))
const solutions = [1, 2, 3, 4].map((place) => sampleSolution(place))
const address = () => screen.getByLabelText('Address').textContent

function open({ canCreateInsights = true, route = '/goals?q=number' } = {}) {
  const environments = testEnvironments.environments.map((each) => ({
    ...each,
    workspaces: each.workspaces.map((workspace) => ({ ...workspace, canCreateInsights })),
  }))
  renderView(<InWindow />, {
    route,
    path: '/:view/:id?',
    answers: {
      ...recordAnswers(() => ({ outcomes, opportunities: [sampleOpportunity(1)], solutions })),
      'environments.list': () => ({ ...testEnvironments, environments }),
      'shell.painted': () => null,
      'insights.drafts': () => [],
      'insights.get': () => new Promise(() => {}),
      'insights.discardDraft': () => null,
      'insights.create': () => ({ insightId: sampleId(1), changeId: 'c', state: 'done', error: null }),
      'insights.saveDraft': () => ({ savedAt: '2026-01-02T10:00:00.000Z' }),
    },
  })
  return route.startsWith('/goals') ? tableOf('Goals') : screen.findByRole('link', { name: 'Goals view' })
}

it('goes back to the view and row from which the new insight form was opened when nothing was created', async () => {
  await open()
  await userEvent.keyboard('jjjc')
  await userEvent.type(await screen.findByLabelText('Title'), 'Half a thought')
  expect(address()).toBe('/insights?new=1')
  await userEvent.keyboard('{Escape}')
  await tableOf('Goals')
  expect(address()).toBe('/goals?q=number')
  await waitFor(() => expect(rowOf('Goal number 3')).toHaveFocus())
  await userEvent.keyboard('j')
  expect(rowOf('Goal number 4')).toHaveFocus()
})

it('goes back to the card of a board from which the new insight form was opened', async () => {
  await open({ route: '/solutions?layout=board' })
  const card = () => screen.findByRole('button', { name: 'Solution number 3' })
  ;(await card()).focus()
  await userEvent.keyboard('c')
  await screen.findByLabelText('Title')
  await userEvent.keyboard('{Escape}')
  const again = await card()
  expect(address()).toBe('/solutions?layout=board')
  await waitFor(() => expect(again).toHaveFocus())
})

it.each(['/goals?q=number', '/insights?q=brake'])(
  'goes back from a created insight to %s, not to the form',
  async (route) => {
    await open({ route })
    await userEvent.keyboard('c')
    const title = await screen.findByLabelText('Title')
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'Bug')
    await userEvent.type(title, 'A title')
    await userEvent.type(screen.getByLabelText('Description'), 'Some words{Control>}{Enter}{/Control}')
    await waitFor(() => expect(address()).toContain(`/insights/${sampleId(1)}`))
    await waitFor(() => expect(screen.queryByLabelText('Description')).not.toBeInTheDocument())
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await waitFor(() => expect(address()).toBe(route))
    expect(screen.queryByLabelText('Description')).not.toBeInTheDocument()
  },
)

it('does not go back to a form that was closed', async () => {
  await open({ route: '/insights?q=brake' })
  await userEvent.keyboard('c')
  await screen.findByLabelText('Title')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/insights?q=brake'))
  await waitFor(() => expect(screen.queryByLabelText('Title')).not.toBeInTheDocument())
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  expect(address()).toBe('/insights?q=brake')
})

it.each([
  ['Third goal', 'Goal number 3'],
  ['Unknown goal', 'Goal number 1'],
])('focuses the row of the wanted record, or the first row: %s', async (link, title) => {
  await open({ route: '/insights' })
  // Leaves the focus at the view, as a key does.
  fireEvent.click(screen.getByRole('link', { name: link }))
  await tableOf('Goals')
  await waitFor(() => expect(rowOf(title)).toHaveFocus())
})

it('opens the form over the list when the insights were left in triage', async () => {
  await open({ route: '/insights/triage?type=Bug' })
  await userEvent.click(screen.getByRole('link', { name: 'Goals view' }))
  await tableOf('Goals')
  await userEvent.keyboard('c')
  expect(await screen.findByLabelText('Title')).toBeInTheDocument()
  expect(address()).toBe('/insights?type=Bug&new=1')
})

it('keeps the selection in the view that the new insight form covered', async () => {
  await open()
  await userEvent.keyboard('jjjxc')
  await screen.findByLabelText('Title')
  await userEvent.keyboard('{Escape}')
  await tableOf('Goals')
  expect(screen.getByRole('checkbox', { name: 'Select Goal number 3' })).toBeChecked()
})

it('stays in the current view and row, and says why, when no insight can be created there', async () => {
  await open({ canCreateInsights: false })
  await userEvent.keyboard('jjc')
  const notice = { selector: '.mantine-Notification-root *' }
  expect(await screen.findByText(/requires organisation and workspace IDs/, notice)).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/goals?q=number'))
  await tableOf('Goals')
  await waitFor(() => expect(rowOf('Goal number 2')).toHaveFocus())
})

const followLink = async () => {
  await userEvent.keyboard('jj{Enter}')
  const link = await screen.findByRole('link', { name: 'Opportunity number 1' })
  link.focus()
  await userEvent.keyboard('{Enter}')
  await tableOf('Opportunities')
  expect(address()).toBe(`/opportunities/${sampleId(1)}`)
}

it('goes back to the link that was followed, then to the row of the record, then no further', async () => {
  await open()
  await followLink()
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await tableOf('Goals')
  expect(address()).toBe(`/goals/${sampleId(2)}?q=number`)
  await waitFor(() => expect(screen.getByRole('link', { name: 'Opportunity number 1' })).toHaveFocus())
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await waitFor(() => expect(address()).toBe('/goals?q=number'))
  expect(rowOf('Goal number 2')).toHaveFocus()
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  expect(address()).toBe('/goals?q=number')
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await waitFor(() => expect(address()).toBe(`/goals/${sampleId(2)}?q=number`))
})

it('leaves Alt with an arrow to the field being typed in', async () => {
  await open()
  await followLink()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search opportunities' }), 'x')
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  expect(address()).toContain('/opportunities')
})

it('goes back and forward with the mouse buttons instead of the browser, and not behind a dialog', async () => {
  await open()
  await followLink()
  const press = (button: number) => fireEvent.mouseUp(document.body, { button })
  expect(press(0)).toBe(true)
  const dialog = document.createElement('div')
  dialog.setAttribute('aria-modal', 'true')
  document.body.append(dialog)
  // False: the browser's own action is prevented.
  expect(press(3)).toBe(false)
  expect(address()).toBe(`/opportunities/${sampleId(1)}`)
  dialog.remove()
  expect(press(3)).toBe(false)
  await waitFor(() => expect(address()).toBe(`/goals/${sampleId(2)}?q=number`))
  expect(press(4)).toBe(false)
  await waitFor(() => expect(address()).toBe(`/opportunities/${sampleId(1)}`))
})
