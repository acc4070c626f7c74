import { notificationsStore } from '@mantine/notifications'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { markSeenWanted } from '../../navigation/location-state'
import { giveSize, tableOf } from '../../records/list-testing'
import { testEnvironments, testSyncStatus, testWorkspace } from '../../testing/render'
import { sampleId, sampleOpportunity } from '../../testing/sample-records'
import { details, open, twenty } from './opportunities-testing'
import { opportunityTexts } from './opportunity-words'

beforeEach(giveSize)

const dialog = () => screen.findByRole('dialog', { name: 'Mark all as seen' })

async function openMarking() {
  const button = await within(await details()).findByRole('button', { name: 'Mark all as seen…' })
  await userEvent.click(button)
  return dialog()
}

it('says what marking will do, marks, reports the result, and refreshes the list', async () => {
  let rows = twenty
  const { bridge } = open({
    opportunities: () => rows,
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeen': () => {
        rows = rows.map((row) => (row.id === sampleId(1) ? { ...row, unseen: 0 } : row))
        return { unseen: 0, rereadError: null }
      },
    },
  })
  const question = await openMarking()
  const consequence = within(question).getByRole('status')
  await waitFor(() =>
    expect(consequence).toHaveTextContent(
      /marks 5 insights as seen.* 2 are already seen.* 2 of the 5 also belong to other/,
    ),
  )
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus())
  expect(question).toHaveTextContent('Trial bikes')
  const marked = within(question).getByRole('region', { name: 'Will be marked as seen' })
  expect(marked).toHaveTextContent(/seen 5The gauge lies — also in 2 other opportunities.*Hidden content.*and 3 more/)
  expect(question).not.toHaveTextContent('A secret')
  expect(within(marked).getByRole('link')).toHaveAttribute(
    'href',
    `/insights?related=${encodeURIComponent(`opportunity:${sampleId(1)}`)}&seen=unseen`,
  )
  expect(within(question).queryByRole('region', { name: 'Seen already' })).not.toBeInTheDocument()
  await userEvent.click(within(question).getByRole('button', { name: 'Mark as seen' }))
  expect(await screen.findByText('Marked all insights in this opportunity as seen')).toBeInTheDocument()
  expect(notificationsStore.getState().notifications.at(-1)).toMatchObject({ color: 'green' })
  expect(bridge.calls).toContainEqual({
    name: 'opportunities.markAllSeen',
    input: { workspace: testWorkspace, id: sampleId(1) },
  })
  const button = within(await details()).getByRole('button', { name: 'Mark all as seen…' })
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  await waitFor(() => expect(button).toHaveFocus())
})

it('asks at once when requested by the palette, and focuses the details when there is nothing to mark', async () => {
  const first = open({ route: { pathname: `/opportunities/${sampleId(1)}`, state: markSeenWanted } })
  await within(await dialog()).findByRole('region', { name: 'Will be marked as seen' })
  first.unmount()
  const rows = twenty.map((row) => ({ ...row, unseen: 0 }))
  open({ opportunities: () => rows, route: { pathname: `/opportunities/${sampleId(1)}`, state: markSeenWanted } })
  await waitFor(async () => expect(await details()).toHaveFocus())
  expect(screen.queryByRole('dialog', { name: 'Mark all as seen' })).not.toBeInTheDocument()
})

it('keeps saying what it marks until the answer arrives, even if the list is refreshed first', async () => {
  const preview = { title: '', insights: 7, unseen: 5, unseenShared: 0, marked: [] }
  let unseen = 5
  let asked = 0
  const { bridge } = open({
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeenPreview': () => {
        asked += 1
        return { ...preview, unseen }
      },
      'opportunities.markAllSeen': () => new Promise<never>(() => {}),
    },
  })
  const question = await openMarking()
  const mark = within(question).getByRole('button', { name: 'Mark as seen' })
  await waitFor(() => expect(mark).toBeEnabled())
  await userEvent.click(mark)
  unseen = 0
  const before = asked
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['opportunities'] }))
  await waitFor(() => expect(asked).toBeGreaterThan(before))
  // Long enough for the answer to be rendered.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(within(question).getByRole('status')).toHaveTextContent('marks 5 insights as seen')
})

it('marks once, however quickly the button is pressed twice', async () => {
  const { bridge } = open({
    route: `/opportunities/${sampleId(1)}`,
    answers: { 'opportunities.markAllSeen': () => ({ unseen: 0, rereadError: null }) },
  })
  const first = await openMarking()
  await within(first).findByRole('region', { name: 'Will be marked as seen' })
  await userEvent.click(within(first).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(first).not.toBeInTheDocument())
  // What it marks is known already, so the first click changes nothing on screen.
  const mark = within(await openMarking()).getByRole('button', { name: 'Mark as seen' })
  await waitFor(() => expect(mark).toBeEnabled())
  fireEvent.click(mark)
  fireEvent.click(mark)
  await waitFor(() => expect(mark).not.toBeInTheDocument())
  expect(bridge.calls.filter(({ name }) => name === 'opportunities.markAllSeen')).toHaveLength(1)
})

it('disables marking when all insights are seen by the time it asks', async () => {
  open({
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeenPreview': () => ({ title: '', insights: 7, unseen: 0, unseenShared: 0, marked: [] }),
    },
  })
  const question = await openMarking()
  await waitFor(() =>
    expect(within(question).getByRole('status')).toHaveTextContent(
      'All insights in this opportunity have already been seen.',
    ),
  )
  expect(within(question).getByRole('button', { name: 'Mark as seen' })).toBeDisabled()
})

it('says when it could not be read what marking will do, and reads it again on request', async () => {
  let isBroken = true
  open({
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeenPreview': () => {
        if (isBroken) throw new AppError('TIMEOUT', '')
        return { title: '', insights: 7, unseen: 5, unseenShared: 0, marked: [] }
      },
    },
  })
  const question = await openMarking()
  expect(await within(question).findByRole('alert')).toHaveTextContent('took too long')
  expect(question).not.toHaveTextContent('It’s safe to mark them again')
  expect(within(question).getByRole('button', { name: 'Mark as seen' })).toBeDisabled()
  isBroken = false
  await userEvent.click(within(question).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(within(question).getByRole('status')).toHaveTextContent('marks 5 insights as seen'))
  expect(within(question).queryByRole('alert')).not.toBeInTheDocument()
})

it.each([
  ['FORBIDDEN', /You don’t have permission to do this in Trial bikes/],
  ['NOT_FOUND', /Not found/],
  ['NAME_NOT_FOUND', /address not found/],
  ['TIMEOUT', /took too long.*It’s safe to mark them again/],
  ['SERVICE_FAILED', /The service had a problem/],
] as const)('keeps the question open when marking fails: %s', async (code, words) => {
  open({
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeen': () => {
        throw new AppError(code, '')
      },
    },
  })
  const question = await openMarking()
  const mark = within(question).getByRole('button', { name: 'Mark as seen' })
  await waitFor(() => expect(mark).toBeEnabled())
  await userEvent.click(mark)
  expect(await within(question).findByRole('alert')).toBeInTheDocument()
  expect(question).toHaveTextContent(words)
})

it('marks again on request after marking failed', async () => {
  let isBroken = true
  const { bridge } = open({
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeen': () => {
        if (isBroken) throw new AppError('CONNECTION_LOST', '')
        return { unseen: 0, rereadError: null }
      },
    },
  })
  const question = await openMarking()
  const mark = within(question).getByRole('button', { name: 'Mark as seen' })
  await waitFor(() => expect(mark).toBeEnabled())
  await userEvent.click(mark)
  const retry = await within(question).findByRole('button', { name: 'Try again' })
  isBroken = false
  await userEvent.click(retry)
  expect(await screen.findByText('Marked all insights in this opportunity as seen')).toBeInTheDocument()
  expect(bridge.calls.filter(({ name }) => name === 'opportunities.markAllSeen')).toHaveLength(2)
})

it('says when the list could not be refreshed after marking, and refreshes it on request', async () => {
  const rereadError = new AppError('SERVICE_FAILED', '').report
  let error: typeof rereadError | null = rereadError
  open({
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeen': () => ({ unseen: 0, rereadError }),
      'sync.now': () => ({ ...testSyncStatus, error }),
    },
  })
  const question = await openMarking()
  const mark = within(question).getByRole('button', { name: 'Mark as seen' })
  await waitFor(() => expect(mark).toBeEnabled())
  await userEvent.click(mark)
  expect(await within(question).findByText(/^Marked as seen, but the list couldn’t be refreshed/)).toBeInTheDocument()
  expect(within(question).getByRole('alert')).toHaveTextContent('The service had a problem')
  expect(within(question).getByRole('button', { name: 'Close' })).toHaveFocus()
  const again = within(question).getByRole('button', { name: 'Refresh' })
  await userEvent.click(again)
  await waitFor(() => expect(again).not.toHaveAttribute('aria-busy'))
  expect(within(question).getByRole('alert')).toBeInTheDocument()
  error = null
  await userEvent.click(again)
  expect(await screen.findByText(/^Marked as seen\. 5 insights are still unseen/)).toBeInTheDocument()
  expect(notificationsStore.getState().notifications.at(-1)).toMatchObject({ color: 'yellow' })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it.each([
  ['NOT_FOUND', /^Marked all insights in this opportunity as seen/],
  ['LIBRARY_UNAVAILABLE', /^Marked as seen, but the list couldn’t be refreshed/],
] as const)('reads the result from the refreshed list, where the opportunity is %s', async (code, words) => {
  let isMarked = false
  open({
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeenPreview': () => {
        if (isMarked) throw new AppError(code, '')
        return { title: '', insights: 7, unseen: 5, unseenShared: 0, marked: [] }
      },
      'opportunities.markAllSeen': () => {
        isMarked = true
        return { unseen: 0, rereadError: new AppError('SERVICE_FAILED', '').report }
      },
      'sync.now': () => ({ ...testSyncStatus, error: null }),
    },
  })
  const question = await openMarking()
  const mark = within(question).getByRole('button', { name: 'Mark as seen' })
  await waitFor(() => expect(mark).toBeEnabled())
  await userEvent.click(mark)
  const again = await within(question).findByRole('button', { name: 'Refresh' })
  await userEvent.click(again)
  await waitFor(() => expect(again).not.toHaveAttribute('aria-busy'))
  expect(await screen.findByText(words)).toBeInTheDocument()
  if (code === 'NOT_FOUND') await waitFor(() => expect(question).not.toBeInTheDocument())
  else {
    await userEvent.click(within(question).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(screen.queryByText(/^Marked all insights in this opportunity/)).not.toBeInTheDocument()
  }
})

it('keeps the question open while the answer is pending, and shows a failure in it', async () => {
  let refuse = () => {}
  open({
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeen': () =>
        new Promise<never>((_, reject) => {
          refuse = () => reject(new AppError('SERVICE_FAILED', ''))
        }),
    },
  })
  const question = await openMarking()
  const mark = within(question).getByRole('button', { name: 'Mark as seen' })
  await waitFor(() => expect(mark).toBeEnabled())
  await userEvent.click(mark)
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Cancel' })).toBeDisabled())
  await userEvent.keyboard('{Escape}')
  refuse()
  expect(await within(question).findByRole('alert')).toHaveTextContent('The service had a problem')
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it.each([
  ['all are seen', { unseen: 0 }, false, /already been seen/],
  ['it has no insights', { insights: 0, unseen: 0 }, false, /has no insights in this workspace/],
  ['the environment is locked', {}, true, /read-only/],
])('says why nothing can be marked: %s', async (_, changes, isLocked, reason) => {
  const environments = testEnvironments.environments.map((each) => ({ ...each, isLocked }))
  open({
    opportunities: [sampleOpportunity(1, changes)],
    route: `/opportunities/${sampleId(1)}`,
    answers: { 'environments.list': () => ({ ...testEnvironments, environments }) },
  })
  const button = await within(await details()).findByRole('button', { name: 'Mark all as seen…' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription(reason)
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('says why nothing can be marked while the service is unreachable', async () => {
  open({
    route: `/opportunities/${sampleId(1)}`,
    answers: { 'sync.status': () => ({ ...testSyncStatus, state: 'offline' }) },
  })
  const button = await within(await details()).findByRole('button', { name: 'Mark all as seen…' })
  await waitFor(() => expect(button).toHaveAccessibleDescription(/needs a connection to the service/))
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('names an opportunity and insights without a title by their IDs', async () => {
  open({
    opportunities: [sampleOpportunity(1, { title: ' ' })],
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeenPreview': () => ({
        ...{ title: ' ', insights: 1, unseen: 1, unseenShared: 0 },
        marked: [{ id: 'abcdefgh-rest', title: '', hideContent: false, alsoIn: 0 }],
      }),
    },
  })
  const question = within(await openMarking())
  expect(await question.findByText('Untitled abcdefgh')).toBeInTheDocument()
  expect(question.getByText(`Untitled ${sampleId(1).slice(0, 8)}`)).toBeInTheDocument()
})

async function inRowMenu() {
  await tableOf('Opportunities')
  await userEvent.keyboard('j.')
  return screen.findByRole('menuitem', { name: 'Mark all as seen…' })
}

it('asks from the row menu too, without opening the details', async () => {
  const { bridge } = open({
    answers: { 'opportunities.markAllSeen': () => ({ unseen: 0, rereadError: null }) },
  })
  await userEvent.click(await inRowMenu())
  const question = await dialog()
  expect(question).toHaveTextContent('Opportunity number 1')
  const button = within(question).getByRole('button', { name: 'Mark as seen' })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
  expect(await screen.findByText('Marked all insights in this opportunity as seen')).toBeInTheDocument()
  expect(bridge.calls).toContainEqual({
    name: 'opportunities.markAllSeen',
    input: { workspace: testWorkspace, id: sampleId(1) },
  })
  await waitFor(() => expect(question).not.toBeInTheDocument())
  expect(screen.queryByRole('region', { name: 'Opportunity details' })).not.toBeInTheDocument()
})

it('names a hidden opportunity on request in the question that its row menu opens', async () => {
  open({ opportunities: () => [sampleOpportunity(1, { title: 'Secret bikes', hideContent: true })] })
  await userEvent.click(await inRowMenu())
  const name = (await within(await dialog()).findByText('Hidden content', { selector: 'p > *' })).parentElement
  expect(screen.queryByText('Secret bikes')).not.toBeInTheDocument()
  await userEvent.click(within(name as HTMLElement).getByRole('button', { name: 'Reveal' }))
  expect(name).toHaveTextContent('Secret bikes')
})

it('names a hidden opportunity in the question that its details open only once it is revealed', async () => {
  open({
    opportunities: [sampleOpportunity(1, { title: 'A secret', hideContent: true })],
    route: `/opportunities/${sampleId(1)}`,
  })
  const question = await openMarking()
  expect(await within(question).findByText('Hidden content', { selector: 'p > *' })).toBeInTheDocument()
  expect(screen.queryByText('A secret')).not.toBeInTheDocument()
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(question).not.toBeInTheDocument())
  await userEvent.click(within(await details()).getByRole('button', { name: 'Reveal' }))
  expect(await within(await openMarking()).findByText('A secret', { selector: 'p > *' })).toBeInTheDocument()
})

it('says in the row menu that all insights of the opportunity are seen', async () => {
  open({ opportunities: () => [sampleOpportunity(1, { unseen: 0 })] })
  const item = await inRowMenu()
  expect(item).toHaveAttribute('aria-disabled', 'true')
  expect(item).toHaveAccessibleDescription(opportunityTexts.allSeen)
  await userEvent.click(item)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
