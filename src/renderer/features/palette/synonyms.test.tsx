import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import type { Answers } from '../../testing/fake-bridge'
import { testWorkspace, untriaged } from '../../testing/places'
import { renderView } from '../../testing/render'
import type { AppCommands } from './commands'
import { Palette } from './Palette'

function Address() {
  const { pathname, state } = useLocation()
  return <output aria-label="Address">{`${pathname} ${JSON.stringify(state)}`}</output>
}

function open(route = '/', answers: Answers = {}) {
  const commands: AppCommands = {
    ...{ newInsight: vi.fn(), searchHere: vi.fn(), sync: vi.fn() },
    ...{ openSettings: vi.fn(), showKeys: vi.fn(), openPalette: vi.fn() },
  }
  const ui = (
    <>
      <Palette commands={commands} onClose={() => undefined} />
      <Address />
    </>
  )
  return renderView(ui, {
    route,
    answers: {
      'search.everything': () => ({ found: [], totals: [] }),
      'feedback.query': () => ({ rows: [], total: 0, all: 0 }),
      ...answers,
    },
  })
}

const field = () => screen.findByRole('combobox', { name: 'Search or run a command' })
const options = () => screen.getAllByRole('option')

it.each([
  ['create insight', 'New insight'],
  ['add', 'New insight'],
  ['remove', 'Delete goal by id…'],
  ['outcome', 'Goals'],
  ['mark all seen', 'Mark all insights of an opportunity as seen…'],
  ['link metric', 'Link a metric to goals…'],
  ['dark mode', 'Dark theme'],
  ['log in', 'Environments settings'],
  ['token', 'Environments settings'],
  ['upload', 'Knowledge'],
  ['switch', 'Production'],
  ['environment', 'Production'],
])('%j leads to %s', async (words, name) => {
  open()
  await userEvent.type(await field(), words)
  expect(screen.getByRole('option', { name })).toBeInTheDocument()
})

it.each([
  ['open', 'Mark as reviewed', 'reviewed'],
  ['reviewed', 'Mark as not reviewed', 'open'],
] as const)('begins with what can be done with the open insight, which is %s', async (status, name, next) => {
  const { bridge } = open('/insights/i1', {
    'triage.get': () => ({ ...untriaged, status }),
    'triage.decide': () => null,
  })
  await screen.findByRole('option', { name })
  expect(options()[0]).toHaveAccessibleName(name)
  expect(screen.getByText('This insight')).toBeInTheDocument()
  await userEvent.type(await field(), 'done{Enter}')
  const input = { workspace: testWorkspace, kind: 'insight', id: 'i1', decision: { status: next } }
  await waitFor(() => expect(bridge.calls).toContainEqual({ name: 'triage.decide', input }))
})

it.each(['/insights/triage', '/insights/triage/i1'])('takes no part of %s for an insight', async (route) => {
  const { bridge } = open(route, { 'triage.get': () => untriaged })
  await field()
  await screen.findByRole('option', { name: 'New insight' })
  expect(screen.queryByRole('option', { name: 'Mark as reviewed' })).not.toBeInTheDocument()
  expect(bridge.calls.map(({ name }) => name)).not.toContain('triage.get')
})

it.each([
  ['/metrics/m%201', 'link metric', '/metrics/m%201 {"isPickerWanted":true}'],
  ['/metrics', 'link metric', '/metrics null'],
  ['/opportunities/o1', 'mark all', '/opportunities/o1 {"isFocusWanted":true}'],
  ['/goals/g1', 'mark all', '/opportunities null'],
])('from %s, %j leads to %s', async (route, words, address) => {
  open(route)
  await userEvent.type(await field(), `${words}{Enter}`)
  expect(screen.getByLabelText('Address')).toHaveTextContent(address)
})

it('marks what was found, and says what was searched for', async () => {
  open('/', {
    'search.everything': () => ({
      found: [{ kind: 'insight', id: 'i1', title: 'The Battéry range', isHidden: false, foundIn: 'text' }],
      totals: [{ kind: 'insight', total: 1 }],
      forgiven: [{ typed: 'batery', words: ['battery'], because: 'similar' }],
    }),
  })
  await userEvent.type(await field(), 'batery')
  expect(await screen.findByText('Battéry')).toHaveProperty('tagName', 'MARK')
  expect(screen.getByText(/Showing results for/)).toHaveTextContent(
    'Showing results for battery. Use quotes to search exactly.',
  )
})
