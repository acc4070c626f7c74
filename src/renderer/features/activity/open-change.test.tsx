import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { ActivityEntry } from '../../../contract/features/activity'
import { giveSize } from '../../records/list-testing'
import { testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { ActivityView } from '.'

const entries: readonly ActivityEntry[] = Array.from({ length: 300 }, (_, place) => ({
  changeId: `change-${place}`,
  workspace: { ...testWorkspace, environment: place % 2 === 0 ? 'staging' : 'production' },
  kind: 'createInsight',
  targetId: `target-${place}`,
  title: `Title ${place}`,
  state: 'done',
  error: null,
  attempts: 1,
  version: 3,
  createdAt: '2026-01-02T10:00:00.000Z',
  settledAt: '2026-01-02T10:00:01.200Z',
}))

async function open(changeId: string, isListRead = true) {
  renderView(<ActivityView />, {
    route: `/activity/${changeId}`,
    path: '/activity/:id?',
    answers: {
      'activity.query': ({ offset, limit }) => {
        if (!isListRead) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return { rows: entries.slice(offset, offset + limit), total: entries.length, all: entries.length }
      },
      'activity.get': (asked) => {
        const found = entries.find((entry) => entry.changeId === asked.changeId)
        const { environment } = asked.workspace ?? found?.workspace ?? testWorkspace
        if (found?.workspace.environment !== environment) throw new AppError('NOT_FOUND', '')
        return { ...found, request: `POST ${changeId}`, body: null, content: null }
      },
    },
  })
  return within(await screen.findByRole('region', { name: 'Activity details' }))
}

it('shows a change from another workspace that is far beyond the loaded rows', async () => {
  const leave = giveSize()
  const pane = await open('change-291')
  expect(await pane.findByText('POST change-291')).toBeInTheDocument()
  expect(pane.getByText('Production')).toBeInTheDocument()
  expect(await screen.findByRole('row', { name: /Title 0/ })).toBeInTheDocument()
  expect(pane.getByText('POST change-291')).toBeInTheDocument()
  leave()
})

it('says when a change is not found, and when the list cannot be read', async () => {
  await open('elsewhere', false)
  expect(await screen.findByText('Change not found')).toBeInTheDocument()
  expect(await screen.findByText('The local library isn’t ready')).toBeInTheDocument()
})

it('says that a change could not be read, and reads it again on request', async () => {
  let isBroken = true
  renderView(<ActivityView />, {
    route: '/activity/change-0',
    path: '/activity/:id?',
    answers: {
      'activity.query': () => ({ rows: [], total: 0, all: 0 }),
      'activity.get': () => {
        if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return { ...(entries[0] as ActivityEntry), request: 'POST change-0', body: null, content: null }
      },
    },
  })
  const pane = within(await screen.findByRole('region', { name: 'Activity details' }))
  const retry = await pane.findByRole('button', { name: 'Try again' })
  expect(pane.queryByText('Change not found')).not.toBeInTheDocument()
  isBroken = false
  await userEvent.click(retry)
  expect(await pane.findByText('POST change-0')).toBeInTheDocument()
})

it.each([
  ['createInsight', 'failed', true],
  ['createInsight', 'waiting', false],
  ['linkMetric', 'failed', false],
] as const)('offers editing for a %s change that is %s: %s', async (kind, state, isOffered) => {
  const [done] = entries
  if (done === undefined) throw new Error('There is no change.')
  const entry = { ...done, kind, state, settledAt: null, workspace: testWorkspace, request: '', body: null }
  renderView(<ActivityView />, {
    route: '/activity/change-0',
    path: '/activity/:id?',
    answers: {
      'activity.query': () => ({ rows: [], total: 0, all: 0 }),
      'activity.get': () => ({ ...entry, content: null }),
    },
  })
  const pane = within(await screen.findByRole('region', { name: 'Activity details' }))
  expect(await pane.findByRole('button', { name: /^Discard/ })).toBeInTheDocument()
  expect(pane.queryAllByRole('link', { name: /^Edit and retry/ })).toHaveLength(isOffered ? 1 : 0)
})

async function openDecision(note: string) {
  const decision: ActivityEntry = {
    ...(entries[0] as ActivityEntry),
    kind: 'decide',
    decided: { kind: 'opportunity', decision: 'now', note },
  }
  renderView(<ActivityView />, {
    route: '/activity/change-0',
    path: '/activity/:id?',
    answers: {
      'activity.query': () => ({ rows: [decision], total: 1, all: 1 }),
      'activity.get': () => ({ ...decision, request: 'None', body: null, content: null }),
    },
  })
  const pane = within(await screen.findByRole('region', { name: 'Activity details' }))
  expect(await pane.findByText('Decided')).toBeInTheDocument()
  return pane
}

it('shows the note and the record of a decision, and nothing about sending, as it is never sent', async () => {
  const pane = await openDecision('Safety first')
  expect(pane.getByText('Decision note').nextSibling).toHaveTextContent('Safety first')
  expect(pane.getByRole('link', { name: 'Title 0' })).toHaveAttribute('href', '/opportunities/target-0')
  expect(pane.queryByText(/^(Attempts|Created|Completed|Total time)/)).not.toBeInTheDocument()
})

it('mentions no note of a decision without one', async () => {
  const pane = await openDecision('')
  expect(pane.queryByText('Decision note')).not.toBeInTheDocument()
})
