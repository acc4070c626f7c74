import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { ExportRequest } from '../../../contract/features/export'
import { presets } from '../../../contract/features/priorities'
import { type ExportedList, exportDialog } from '../../records/export-dialog'
import { giveSize, tableOf } from '../../records/list-testing'
import { metricKind } from '../../records/record-kind'
import type { Answers } from '../../testing/fake-bridge'
import { priorityAnswers, priorityRecord } from '../../testing/priority-answers'
import { renderView, testWorkspace } from '../../testing/render'
import { answersFor, sampleId, sampleRow } from '../../testing/sample-insights'
import { InsightsView } from '../insights'
import { MetricsView } from '../metrics'
import { PrioritiesView } from '../priorities'
import { ExportDialog } from '.'

beforeEach(giveSize)
beforeEach(() => exportDialog.set(null))

function Host() {
  const list = exportDialog.use()
  return list && <ExportDialog list={list} />
}

const rows = Array.from({ length: 12 }, (_, place) => sampleRow(place + 1, { seen: false }))

function open(answers: Answers = {}, route = '/insights?q=number&seen=unseen&sort=title') {
  const view = (
    <>
      <InsightsView />
      <Host />
    </>
  )
  return renderView(view, {
    ...{ route, path: '/insights/:id?' },
    answers: { ...answersFor(() => rows), 'export.save': () => ({ saved: true, items: 12 }), ...answers },
  })
}

const loaded = () => screen.findByTitle('Insight number 3')
const dialog = () => screen.findByRole('dialog', { name: 'Export insights' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

interface Calls {
  readonly bridge: { readonly calls: readonly { readonly name: string; readonly input: unknown }[] }
}

/** Parsed as in main. */
const requests = ({ bridge: { calls } }: Calls) =>
  calls.filter(({ name }) => name === 'export.save').map(({ input }) => ExportRequest.parse(input))

it('requests the matching rows with the search, filters, order and columns on screen', async () => {
  const view = open()
  await loaded()
  await userEvent.keyboard('{Control>}e{/Control}')
  const fields = within(await dialog())
  expect(fields.getByText('All matching (12)')).toBeInTheDocument()
  for (const box of fields.getAllByRole('checkbox')) expect(box).not.toBeChecked()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(requests(view)).toHaveLength(1))
  expect(requests(view)[0]).toMatchObject({
    ...{ format: 'csv', ids: null, includesLocal: false, includesHidden: false },
    columns: ['seen', 'type', 'title', 'combinedScore', 'updatedAt'],
    source: {
      view: 'insights',
      query: {
        workspace: testWorkspace,
        filter: { text: 'number', seen: 'unseen' },
        sort: { column: 'title', direction: 'ascending' },
      },
    },
  })
})

it('says how many insights were exported, shows the file in its folder, and restores the focus', async () => {
  const view = open({ 'export.showInFolder': () => null })
  await loaded()
  await press('Export…')
  await dialog()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Include notes, labels, decisions and review state' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Include hidden content' }))
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Export…' }))
  expect(await screen.findByText('12 insights exported')).toBeInTheDocument()
  const [request] = requests(view)
  expect(request).toMatchObject({ includesLocal: true, includesHidden: true })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export…' })).toHaveFocus())
  await press('Show in folder')
  const shown = { name: 'export.showInFolder', input: { exportId: request?.exportId } }
  await waitFor(() => expect(view.bridge.calls).toContainEqual(shown))
})

it('remembers format and fields for the next export, but asks about sensitive data each time', async () => {
  const view = open()
  await loaded()
  const choose = async (...names: readonly string[]) => {
    for (const name of names) await userEvent.click(screen.getByRole('radio', { name }))
  }
  await press('Export…')
  await dialog()
  await choose('Markdown', 'All fields')
  for (const box of within(await dialog()).getAllByRole('checkbox')) await userEvent.click(box)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(requests(view)).toMatchObject([{ format: 'markdown', columns: null }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  await press('Export…')
  await dialog()
  expect(screen.getByRole('radio', { name: 'Markdown' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'All fields' })).toBeChecked()
  for (const box of within(await dialog()).getAllByRole('checkbox')) expect(box).not.toBeChecked()
  // The other tests expect this choice.
  await choose('CSV', 'Columns of the list')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(requests(view)).toHaveLength(2))
})

it('exports the selected rows from the selection bar, or all rows instead', async () => {
  const view = open({}, '/insights')
  await loaded()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Insight number 2' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Insight number 4' }))
  const bar = within(screen.getByRole('region', { name: 'Selection' }))
  await userEvent.click(bar.getByRole('button', { name: 'Export…' }))
  expect(within(await dialog()).getByRole('radio', { name: 'Selected (2)' })).toBeChecked()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(requests(view)[0]?.ids).toEqual([sampleId(2), sampleId(4)]))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await userEvent.click(bar.getByRole('button', { name: 'Export…' }))
  await userEvent.click(within(await dialog()).getByRole('radio', { name: 'All (12)' }))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(requests(view)[1]?.ids).toBeNull())
})

it('moves the focus from a choice to its button, as choices are disabled during the export', async () => {
  open({ 'export.save': () => new Promise(() => {}) })
  await loaded()
  await press('Export…')
  await dialog()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Include hidden content' }))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Include hidden content' })).toBeDisabled())
  expect(within(await dialog()).getByRole('button', { name: 'Export…' })).toHaveFocus()
})

it('shows the export progress; Cancel stops main and announces it', async () => {
  const view = open({ 'export.save': () => new Promise(() => {}), 'shell.cancel': () => null })
  await loaded()
  await press('Export…')
  await dialog()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(requests(view)).toHaveLength(1))
  const exportId = requests(view)[0]?.exportId ?? ''
  view.bridge.push('export.progress', { exportId, written: 0, total: 0 })
  expect(await screen.findByText('0 of 0')).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'Export progress' })).toHaveAttribute('aria-valuenow', '100')
  view.bridge.push('export.progress', { exportId, written: 3000, total: 12_000 })
  view.bridge.push('export.progress', { exportId: crypto.randomUUID(), written: 9, total: 9 })
  expect(await screen.findByText('3,000 of 12,000')).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'Export progress' })).toHaveAttribute('aria-valuenow', '25')
  await press('Cancel')
  await waitFor(() => expect(view.bridge.calls.map(({ name }) => name)).toContain('shell.cancel'))
  expect(screen.getByRole('status', { name: 'Announcements' })).toHaveTextContent('Export cancelled')
  expect(screen.queryByText('3,000 of 12,000')).not.toBeInTheDocument()
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Export…' }))
  await waitFor(() => expect(requests(view)).toHaveLength(2))
  expect(screen.queryByText('3,000 of 12,000')).not.toBeInTheDocument()
})

it('closes with Cancel while nothing is written, without a message', async () => {
  const view = open()
  await loaded()
  await press('Export…')
  const shown = await dialog()
  await userEvent.click(within(shown).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(shown).not.toBeInTheDocument())
  expect(view.bridge.calls.map(({ name }) => name)).not.toContain('shell.cancel')
  expect(screen.getByRole('status', { name: 'Announcements' })).not.toHaveTextContent('Export cancelled')
})

it('stops main when the dialog is closed from outside, for example by switching workspaces', async () => {
  const view = open({ 'export.save': () => new Promise(() => {}), 'shell.cancel': () => null })
  await loaded()
  await press('Export…')
  await dialog()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(requests(view)).toHaveLength(1))
  act(() => exportDialog.set(null))
  await waitFor(() => expect(view.bridge.calls.map(({ name }) => name)).toContain('shell.cancel'))
})

it('stays open, without a message, when no file is chosen', async () => {
  let dismiss = () => {}
  const view = open({
    'export.save': () => new Promise((resolve) => (dismiss = () => resolve({ saved: false, items: 0 }))),
  })
  await loaded()
  await press('Export…')
  await dialog()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(requests(view)).toHaveLength(1))
  const save = within(await dialog()).getByRole('button', { name: 'Export…' })
  expect(save).toHaveAttribute('aria-busy', 'true')
  act(() => dismiss())
  await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'))
  expect(save).toBeVisible()
  expect(screen.queryByText(/exported/)).not.toBeInTheDocument()
})

it('says in the dialog why nothing was saved, and keeps the choices', async () => {
  const view = open({
    'export.save': () => {
      throw new AppError('DISK_FULL', '')
    },
  })
  await loaded()
  await press('Export…')
  await dialog()
  await userEvent.click(screen.getByRole('radio', { name: 'JSON' }))
  await userEvent.keyboard('{Enter}')
  expect(await within(await dialog()).findByText('The disk is full')).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: 'JSON' })).toBeChecked()
  // The other tests expect this choice.
  await userEvent.click(screen.getByRole('radio', { name: 'CSV' }))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(requests(view)).toHaveLength(2))
})

it('exports the search results of a short list, which offers no choice of columns', async () => {
  const metric = (metricId: string) => ({
    ...{ metricId, label: metricId, addedAt: '2025-06-01T00:00:00.000Z', links: [], waiting: 0, pending: [] },
  })
  const view = renderView(
    <>
      <MetricsView />
      <Host />
    </>,
    {
      ...{ route: '/metrics?q=sign', path: '/metrics/:id?' },
      answers: {
        'metrics.list': () => [metric('sign-ups'), metric('rides')],
        'outcomes.query': () => ({ rows: [], total: 0, all: 0 }),
        'export.save': () => ({ saved: true, items: 1 }),
      },
    },
  )
  await screen.findByText('sign-ups')
  await press('Export…')
  const fields = within(await screen.findByRole('dialog', { name: 'Export metrics' }))
  expect(fields.queryByRole('radio', { name: 'Columns of the list' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(requests(view)).toMatchObject([{ ids: ['sign-ups'], columns: null }]))
})

it.each([
  ['metrics', ['Include notes, labels, decisions and review state', 'Include hidden content']],
  ['feedback', ['Include notes, labels, decisions and review state']],
  ['knowledge', ['Include notes, labels, decisions and review state']],
  ['activity', ['Include decisions and their notes', 'Include hidden content']],
] as const)('offers to include only what a list of %s can have', async (view, offered) => {
  const source = { view, query: { workspace: testWorkspace } } as ExportedList['source']
  const list = { kind: metricKind, source, columns: null, total: 1, isNarrowed: false, shown: null, selected: [] }
  renderView(<ExportDialog list={list} />)
  const fields = within(await screen.findByRole('dialog'))
  expect(fields.getByText('All (1)')).toBeInTheDocument()
  expect(fields.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    ...offered,
  ])
})

it('sends the ranking’s figures along with the row IDs, whatever the order of the rows', async () => {
  const ranked = [
    priorityRecord('a', { strongest: 4, strength: 0.5, feedback: 10 }),
    priorityRecord('b', { strongest: 2, strength: 1, momentum: 3, feedback: 20 }),
  ]
  const view = renderView(
    <>
      <PrioritiesView />
      <Host />
    </>,
    {
      ...{ route: '/prioritise?sort=score', path: '/prioritise/:id?' },
      answers: {
        ...priorityAnswers(() => ranked),
        'priorities.models': () => [],
        'export.save': () => ({ saved: true, items: 2 }),
      },
    },
  )
  await tableOf('Ranking')
  await press('Export…')
  await screen.findByRole('dialog', { name: 'Export ranking' })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(requests(view)).toHaveLength(1))
  const [request] = requests(view)
  expect(request?.columns).toEqual(expect.arrayContaining(['place', 'score', 'decision']))
  // Weakest first: 40 of 40, 15 of 30 and 10 of 20 points against 20, 30 and 20; each has insights for 10.
  expect(request?.ids).toEqual(['a', 'b'])
  expect([...(request?.ranked?.place ?? [])]).toEqual([2, 1])
  expect([...(request?.ranked?.score ?? [])]).toEqual([expect.closeTo(75, 6), expect.closeTo(80, 6)])
  expect([...(request?.ranked?.parts.momentum ?? [])]).toEqual([Number.NaN, 3])
  expect(request?.ranked?.by).toEqual({ model: 'Evidence first', isChanged: false, weights: presets[0].weights })
})
