import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { address, giveSize, rowOf, tableOf } from '../../records/list-testing'
import { testSyncStatus, testWorkspace } from '../../testing/render'
import { recordAnswers, sampleFeedback, sampleId, sampleOutcome } from '../../testing/sample-records'
import { button, deletions, inProduction, mention, open, openDialog, production, rich } from './deletion-testing'

beforeEach(giveSize)

it('names the goal, the environment and the linked records, with the focus on Cancel', async () => {
  const { bridge } = open()
  const dialog = await openDialog()
  await waitFor(() => expect(button(dialog, 'Cancel')).toHaveFocus())
  expect(dialog).toHaveTextContent('Goal number 2')
  expect(dialog).toHaveTextContent('Staging')
  expect(await within(dialog).findByText('Trust the range')).toBeInTheDocument()
  expect(within(dialog).getByRole('region', { name: 'Solutions' })).toHaveTextContent(/^Solutions 1\s*Hidden content/)
  expect(within(dialog).getByRole('region', { name: 'Metrics linked from this computer' })).toHaveTextContent(
    'Calls per week',
  )
  expect(within(dialog).getByRole('region', { name: 'Insights' })).toHaveTextContent(/Insights 2.*number 91.*number 92/)
  expect(within(dialog).getByRole('region', { name: 'Feedback' })).toHaveTextContent(
    '“Somebody said number 50” — Survey',
  )
  expect(dialog).toHaveTextContent(
    'Insights 2 · Opportunities 1 · Solutions 1 · Metrics linked from this computer 1 · Feedback 1',
  )
  expect(dialog).toHaveTextContent('Linked records won’t be deleted')
  expect(dialog).not.toHaveTextContent('A secret')
  expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  await waitFor(() => expect(rowOf('Goal number 2')).toHaveFocus())
  expect(deletions(bridge)).toEqual([])
})

it('names linked records without a title, and the goal itself, by their IDs', async () => {
  const relatedOpportunities = [{ ...mention, id: sampleId(70), title: '', status: 'New' }]
  open({ outcomes: [sampleOutcome(2, { title: ' ', relatedOpportunities })] })
  const dialog = await openDialog('Untitled 00000000')
  const group = within(dialog).getByRole('region', { name: 'Opportunities' })
  await waitFor(() => expect(within(group).getByRole('listitem')).toHaveTextContent('Untitled 00000000'))
})

it('keeps the focus in the view when the last goal is deleted', async () => {
  open({ outcomes: [rich] })
  const dialog = await openDialog()
  await userEvent.click(button(dialog, 'Delete'))
  await screen.findByText('No goals yet')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement))
})

it('opens at once with the counts from the list, and loads the names afterwards', async () => {
  let answer = () => {}
  open({ answers: { 'outcomes.get': () => new Promise((resolve) => (answer = () => resolve(rich))) } })
  const dialog = await openDialog()
  const solutions = within(dialog).getByRole('region', { name: 'Solutions' })
  expect(solutions).toHaveTextContent('Solutions 1Loading names…')
  expect(solutions).toHaveAttribute('aria-busy', 'true')
  expect(button(dialog, 'Delete')).toBeEnabled()
  answer()
  await waitFor(() => expect(solutions).toHaveTextContent('Hidden content'))
  expect(solutions).toHaveAttribute('aria-busy', 'false')
})

it('names the first fifty of many linked records, links to the rest, and can be scrolled by keyboard', async () => {
  const many = Array.from({ length: 120 }, (_, place) => ({
    ...{ ...mention, id: sampleId(200 + place), title: `Chance ${place + 1}`, status: 'New' },
  }))
  open({ outcomes: [sampleOutcome(2, { relatedOpportunities: many, opportunities: 120, solutions: 0 })] })
  const dialog = await openDialog()
  const group = within(dialog).getByRole('region', { name: 'Opportunities' })
  await waitFor(() => expect(within(group).getAllByRole('listitem')).toHaveLength(50))
  expect(group).toHaveTextContent('Opportunities 120')
  expect(group).toHaveTextContent('and 70 more: open all in Opportunities')
  expect(within(dialog).queryByRole('region', { name: 'Solutions' })).not.toBeInTheDocument()
  await waitFor(() => expect(button(dialog, 'Cancel')).toHaveFocus())
  await userEvent.tab({ shift: true })
  await userEvent.tab({ shift: true })
  expect(within(dialog).getByRole('region', { name: 'Linked to this' })).toHaveFocus()
  expect(within(group).getByRole('link', { name: 'open all in Opportunities' })).toHaveAttribute(
    'href',
    `/opportunities?related=${encodeURIComponent(`outcome:${sampleId(2)}`)}`,
  )
})

it.each([
  ['one linked record', [sampleFeedback(50)], 'Linked to this:', 'Nothing else is linked to this.'],
  ['none', [], 'Nothing else is linked to this.', 'Linked to this:'],
])('says whether anything is linked: %s', async (_, feedback, said, unsaid) => {
  const alone = { insights: 0, feedback: feedback.length, opportunities: 0, solutions: 0 }
  const outcome = sampleOutcome(2, alone)
  open({
    answers: {
      ...recordAnswers(() => ({ outcomes: [outcome], feedback })),
      'insights.query': () => ({ rows: [], total: 0, all: 9, unseen: 4 }),
    },
  })
  const dialog = within(await openDialog())
  expect(dialog.getByText(said)).toBeInTheDocument()
  expect(dialog.queryByText(unsaid)).not.toBeInTheDocument()
  expect(dialog.queryAllByText('Linked records won’t be deleted.')).toHaveLength(feedback.length)
  await waitFor(() => expect(dialog.queryAllByRole('listitem')).toHaveLength(feedback.length))
})

it('names no linked opportunities of a goal that has left the library, and leaves it to the deletion to say so', async () => {
  open({
    answers: {
      'outcomes.get': () => {
        throw new AppError('NOT_FOUND', '')
      },
    },
  })
  const dialog = within(await openDialog())
  await waitFor(() => expect(dialog.queryByRole('region', { name: 'Opportunities' })).not.toBeInTheDocument())
  expect(await dialog.findByRole('region', { name: 'Insights' })).toBeInTheDocument()
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
})

it('does not say that nothing is linked when this could not be read', async () => {
  const broken = () => {
    throw new AppError('LIBRARY_UNAVAILABLE', '')
  }
  open({
    outcomes: [sampleOutcome(2, { insights: 0, feedback: 0, opportunities: 0, solutions: 0 })],
    answers: { 'outcomes.get': broken, 'insights.query': broken, 'feedback.query': broken },
  })
  const dialog = within(await openDialog())
  expect(await dialog.findByRole('alert')).toBeInTheDocument()
  expect(dialog.queryByText('Nothing else is linked to this.')).not.toBeInTheDocument()
})

it('hides the feedback about a hidden goal too', async () => {
  open({ outcomes: [sampleOutcome(1, { hideContent: true })] })
  const dialog = await openDialog('hidden content')
  const group = within(dialog).getByRole('region', { name: 'Feedback' })
  await waitFor(() => expect(group).toHaveTextContent('Survey'))
  expect(group).not.toHaveTextContent('Somebody said')
  await userEvent.click(within(group).getByRole('button', { name: 'Reveal' }))
  expect(group).toHaveTextContent('“Somebody said number 50”')
})

it.each([
  ['Opportunities', 'outcomes.get', 'Trust the range'],
  ['Insights', 'insights.query', 'Insight number 91'],
  ['Feedback', 'feedback.query', 'Somebody said number 50'],
] as const)('says once when the names of %s could not be read, and reads them again on request', async (...each) => {
  const [kind, call, linked] = each
  const answers = recordAnswers(() => ({ outcomes: [rich], feedback: [sampleFeedback(50)] }))
  let isBroken = true
  const broken = (input: unknown) => {
    if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', '')
    return answers[call]?.(input as never)
  }
  open({ answers: { [call]: broken } })
  const dialog = await openDialog()
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('The local library isn’t ready')
  const names = within(dialog).getByRole('region', { name: kind })
  expect(names).toHaveTextContent('Couldn’t load their names.')
  isBroken = false
  await userEvent.click(button(dialog, 'Try again'))
  await waitFor(() => expect(names).toHaveTextContent(linked))
  expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument()
})

it('deletes the goal, says so, and removes the row', async () => {
  const { bridge } = open()
  const dialog = await openDialog()
  await userEvent.click(button(dialog, 'Delete'))
  expect(await screen.findByText('Goal deleted')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'View in Activity' })).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Goal number 2')).not.toBeInTheDocument())
  expect(deletions(bridge)).toEqual([{ workspace: testWorkspace, id: sampleId(2), confirmation: null }])
  expect(await screen.findByText('2 goals')).toBeInTheDocument()
  await waitFor(() => expect(rowOf('Goal number 3')).toHaveFocus())
})

it('deselects a deleted goal before it is known which of the selected ones still exist', async () => {
  open({ answers: { 'triage.existing': () => new Promise(() => {}) } })
  await tableOf('Goals')
  for (const place of [2, 3]) {
    await userEvent.click(screen.getByRole('checkbox', { name: `Select Goal number ${place}` }))
  }
  const bar = screen.getByRole('region', { name: 'Selection' })
  expect(bar).toHaveTextContent('2 selected')
  await userEvent.click(button(await openDialog(), 'Delete'))
  await waitFor(() => expect(bar).toHaveTextContent('1 selected'))
})

it('deselects goals deleted here or elsewhere, but not those that only left the search results', async () => {
  let outcomes = [1, 2, 3, 4].map((place) => sampleOutcome(place))
  const copied: string[] = []
  const { bridge } = open({
    answers: {
      ...recordAnswers(() => ({ outcomes })),
      'outcomes.delete': (deleted) => {
        outcomes = outcomes.filter(({ id }) => id !== deleted.id)
        return { state: 'deleted' }
      },
      'shell.copyText': ({ text }) => {
        copied.push(text)
        return null
      },
    },
  })
  await tableOf('Goals')
  for (const place of [2, 3, 4]) {
    await userEvent.click(screen.getByRole('checkbox', { name: `Select Goal number ${place}` }))
  }
  const bar = screen.getByRole('region', { name: 'Selection' })
  expect(bar).toHaveTextContent('3 selected')
  // No further read: all are on screen.
  expect(bridge.calls.filter(({ name }) => name === 'outcomes.query')).toHaveLength(1)
  await userEvent.click(button(await openDialog(), 'Delete'))
  await waitFor(() => expect(bar).toHaveTextContent('2 selected'))

  await userEvent.type(screen.getByRole('searchbox', { name: 'Search goals' }), 'number 1')
  await waitFor(() => expect(screen.queryByText('Goal number 3')).not.toBeInTheDocument())
  expect(bar).toHaveTextContent('2 selected')
  outcomes = outcomes.filter(({ id }) => id !== sampleId(3))
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['outcomes'] }))
  await waitFor(() => expect(bar).toHaveTextContent('1 selected'))
  await userEvent.click(button(bar, 'Copy IDs'))
  expect(copied).toEqual([sampleId(4)])
})

it('closes the details of the deleted goal, and moves the focus to the list', async () => {
  open({ route: `/goals/${sampleId(2)}` })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete goal' })
  await userEvent.click(button(dialog, 'Delete'))
  await waitFor(() => expect(address()).toBe('/goals'))
  expect(screen.queryByRole('region', { name: 'Goal details' })).not.toBeInTheDocument()
  await waitFor(() => expect(rowOf('Goal number 3')).toHaveFocus())
})

it('deletes once, however quickly the button is pressed twice', async () => {
  const { bridge } = open({ answers: { 'outcomes.delete': () => ({ state: 'deleted' }) } })
  const press = button(await openDialog(), 'Delete')
  fireEvent.click(press)
  fireEvent.click(press)
  expect(await screen.findByText('Goal deleted')).toBeInTheDocument()
  expect(bridge.calls.filter(({ name }) => name === 'outcomes.delete')).toHaveLength(1)
})

it.each([
  ['a state', () => ({ state: 'already-gone' as const })],
  [
    'a refusal',
    () => {
      throw new AppError('NOT_FOUND', '')
    },
  ],
])('treats a goal that is already gone as deleted: reported as %s', async (_, answer) => {
  open({ answers: { 'outcomes.delete': answer } })
  await userEvent.click(button(await openDialog(), 'Delete'))
  expect(await screen.findByText(/was already deleted/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'View in Activity' })).not.toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it.each([
  ['FORBIDDEN', /don’t have permission to do this in Trial bikes.*Nothing was deleted/],
  ['CONNECTION_REFUSED', /Can’t reach the service/],
  ['SERVICE_FAILED', /The service had a problem/],
  ['UNAUTHENTICATED', /Sign-in needed/],
  ['REFUSED', /The service rejected this/],
] as const)('says in the dialog why deleting failed, keeps the goal, and tries again: %s', async (code, words) => {
  const { bridge } = open({
    answers: {
      'outcomes.delete': () => {
        throw new AppError(code, '')
      },
    },
  })
  const dialog = await openDialog()
  await userEvent.click(button(dialog, 'Delete'))
  expect(await within(dialog).findByRole('alert')).toBeInTheDocument()
  expect(dialog).toHaveTextContent(words)
  expect(button(dialog, 'Cancel')).toBeEnabled()
  expect(screen.getAllByText('Goal number 2').length).toBeGreaterThan(0)
  await userEvent.click(button(dialog, 'Delete'))
  expect(bridge.calls.filter(({ name }) => name === 'outcomes.delete')).toHaveLength(2)
})

it('cannot be closed while waiting for the answer', async () => {
  let answer = () => {}
  open({
    answers: {
      'outcomes.delete': () => new Promise((resolve) => (answer = () => resolve({ state: 'deleted' }))),
    },
  })
  const dialog = await openDialog()
  await userEvent.click(button(dialog, 'Delete'))
  await userEvent.keyboard('{Escape}')
  expect(dialog).toBeInTheDocument()
  answer()
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
})

it('asks for the title in production, and does not delete on Enter', async () => {
  const { bridge } = open({ answers: inProduction(false) })
  const dialog = await openDialog()
  expect(dialog).toHaveTextContent('Production')
  await waitFor(() => expect(button(dialog, 'Cancel')).toHaveFocus())
  expect(button(dialog, 'Delete')).toBeDisabled()
  const field = within(dialog).getByLabelText('Type the title to confirm')
  await userEvent.type(field, 'Goal number 3')
  expect(button(dialog, 'Delete')).toBeDisabled()
  await userEvent.clear(field)
  await userEvent.type(field, 'Goal number 2{Enter}')
  expect(deletions(bridge)).toEqual([])
  await userEvent.click(button(dialog, 'Delete'))
  await waitFor(() =>
    expect(deletions(bridge)).toEqual([{ workspace: production, id: sampleId(2), confirmation: 'Goal number 2' }]),
  )
})

it('asks for the ID of a goal whose title is too long to type', async () => {
  const { bridge } = open({ outcomes: [sampleOutcome(1, { title: 'x'.repeat(2001) })], answers: inProduction(false) })
  const dialog = await openDialog('x'.repeat(300))
  expect(dialog).toHaveTextContent(`${'x'.repeat(299)}…`)
  await userEvent.type(within(dialog).getByLabelText('Type the id to confirm'), sampleId(1))
  await userEvent.click(button(dialog, 'Delete'))
  await waitFor(() =>
    expect(deletions(bridge)).toEqual([{ workspace: production, id: sampleId(1), confirmation: sampleId(1) }]),
  )
})

it('shows a hidden title only when it is revealed', async () => {
  const secret = { hideContent: true, title: 'A secret', summary: '', description: '' }
  open({ outcomes: [sampleOutcome(1, secret)], answers: inProduction(false) })
  const dialog = await openDialog('hidden content')
  expect(dialog).not.toHaveTextContent('A secret')
  const [first] = within(dialog).getAllByRole('button', { name: 'Reveal' })
  if (first) await userEvent.click(first)
  expect(dialog).toHaveTextContent('A secret')
})

it('disables deletion in a locked environment and says why, in the details, the list and the row menu', async () => {
  open({ route: `/goals/${rich.id}`, answers: inProduction(true) })
  const why = 'This environment is read-only. Unlock editing to make changes.'
  const inDetails = await screen.findByRole('button', { name: 'Delete…' })
  expect(inDetails).toHaveAccessibleDescription(why)
  expect(inDetails).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(inDetails)
  for (const [menu, name] of [
    ['More', 'Delete by ID…'],
    ['Actions for Goal number 2', 'Delete…'],
  ]) {
    await userEvent.click(screen.getByRole('button', { name: menu }))
    const choice = await screen.findByRole('menuitem', { name })
    expect(choice).toHaveAccessibleDescription(why)
    expect(choice).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(choice)
    expect(screen.queryByRole('dialog', { name: 'Delete goal' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(choice).not.toBeInTheDocument())
  }
})

it('says in the details and the list why no goal can be deleted while the service is unreachable', async () => {
  open({ route: `/goals/${rich.id}`, answers: { 'sync.status': () => ({ ...testSyncStatus, state: 'offline' }) } })
  const why = /needs a connection to the service/
  const inDetails = await screen.findByRole('button', { name: 'Delete…' })
  await waitFor(() => expect(inDetails).toHaveAccessibleDescription(why))
  await userEvent.click(inDetails)
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  const inMenu = await screen.findByRole('menuitem', { name: 'Delete by ID…' })
  expect(inMenu).toHaveAccessibleDescription(why)
  await userEvent.click(inMenu)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
