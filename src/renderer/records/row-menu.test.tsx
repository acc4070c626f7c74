import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { longestCopy } from '../../contract/limits'
import { details, open as openOpportunities, twenty } from '../features/opportunities/opportunities-testing'
import { testWorkspace } from '../testing/render'
import { sampleId, sampleOpportunity } from '../testing/sample-records'
import { briefDialog } from './brief-dialog'
import { address, giveSize, rowOf, tableOf } from './list-testing'

beforeEach(giveSize)

async function open(opportunitiesAtFirst = twenty) {
  const copied: string[] = []
  let opportunities = opportunitiesAtFirst
  const { bridge } = openOpportunities({
    opportunities: () => opportunities,
    answers: {
      'triage.labelAll': () => ({ undo: [], full: 0 }),
      'triage.labels': () => [],
      'triage.decideAll': ({ decisions }) => ({ undo: decisions }),
      'shell.copyText': ({ text }) => {
        copied.push(text)
        return null
      },
    },
  })
  await tableOf('Opportunities')
  const decisions = () => bridge.calls.flatMap(({ name, input }) => (name === 'triage.decideAll' ? [input] : []))
  const labelled = () => bridge.calls.flatMap(({ name, input }) => (name === 'triage.labelAll' ? [input] : []))
  /** Changes the rows as a sync does. */
  const change = (next: typeof twenty) => {
    opportunities = next
    act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['opportunities'] }))
  }
  return { copied, decisions, labelled, change }
}

const row = (place: number) => rowOf(`Opportunity number ${place}`)
const rightClick = (target: Element) => userEvent.pointer({ keys: '[MouseRight]', target })
const items = async () => {
  const menu = await screen.findByRole('menu')
  return within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
}
/** The same with the heading of the menu, and with the lines between them. */
const itemsAndLines = () => [...screen.getByRole('menu').children].map(({ textContent }) => textContent || '—')
const choose = async (name: RegExp | string) => userEvent.click(await screen.findByRole('menuitem', { name }))

it('offers the keyboard actions of a row on right-click, and makes the row active', async () => {
  await open()
  await rightClick(row(3))
  expect(await items()).toEqual([
    'OpenEnter',
    'SelectX',
    'Mark as reviewedE',
    'Snooze…H',
    'Label…L',
    'Evidence briefB',
    'Copy link',
    'Copy ID',
    'Mark all as seen…',
  ])
  expect(itemsAndLines()).toEqual([
    ...['OpenEnter', 'SelectX', '—', 'Mark as reviewedE', 'Snooze…H', 'Label…L', '—'],
    ...['Evidence briefB', 'Copy link', 'Copy ID', '—', 'Mark all as seen…'],
  ])
  expect(row(3)).toHaveAttribute('tabindex', '0')
  expect(row(3).closest('[data-acting]')).not.toBeNull()
  expect(address()).toBe('/opportunities')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(row(3)).toHaveFocus())
  expect(row(3).closest('[data-acting]')).toBeNull()
})

it('only closes when another row is clicked, and moves to a row that is right-clicked', async () => {
  await open()
  // The code that keeps the click from the row comes later, with that of the notices.
  await waitFor(() => expect(document.querySelector('.mantine-Notifications-root')).toBeInTheDocument())
  await rightClick(row(3))
  await screen.findByRole('menu')
  await userEvent.click(row(5))
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  expect(address()).toBe('/opportunities')
  await waitFor(() => expect(row(3)).toHaveFocus())
  await rightClick(row(3))
  await screen.findByRole('menu')
  await rightClick(row(5))
  await waitFor(() => expect(row(5).closest('[data-acting]')).not.toBeNull())
  expect(await items()).toContain('OpenEnter')
  expect(address()).toBe('/opportunities')
})

it('opens the row: the focus stays on it after a click, and moves to the details after a key', async () => {
  await open()
  await rightClick(row(3))
  await choose(/^Open/)
  expect(address()).toBe(`/opportunities/${sampleId(3)}`)
  await waitFor(() => expect(row(3)).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  expect(await details()).toHaveFocus()
  await rightClick(row(2))
  await waitFor(() => expect(address()).toBe(`/opportunities/${sampleId(2)}`))
  expect(await screen.findByRole('menuitem', { name: /^Select/ })).toBeInTheDocument()
  expect(screen.queryByRole('menuitem', { name: /^Open/ })).not.toBeInTheDocument()

  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(row(2)).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/opportunities'))
  await userEvent.keyboard('.')
  await waitFor(() => expect(screen.getByRole('menuitem', { name: /^Open/ })).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  const region = await details()
  await waitFor(() => expect(region).toHaveFocus())
})

it('opens a row that assistive technology clicked and moves the focus to its details', async () => {
  await open()
  fireEvent.click(row(3), { detail: 0 })
  const region = await details()
  await waitFor(() => expect(region).toHaveFocus())
})

it('decides about the row, or about all selected rows if it is one of them', async () => {
  const { decisions } = await open()
  await rightClick(row(3))
  await choose(/^Mark as reviewed/)
  await waitFor(() => expect(decisions()).toMatchObject([{ decisions: [{ ids: [sampleId(3)] }] }]))

  for (const place of [1, 2]) await userEvent.click(within(row(place)).getByRole('checkbox'))
  await rightClick(row(2))
  expect(await items()).toEqual([
    ...['Mark as reviewedE', 'Snooze…H', 'Label…L'],
    ...['Evidence briefB', 'Export…Ctrl+E', 'Copy IDs', 'Clear selectionEsc'],
  ])
  expect(screen.getByRole('menu')).toHaveTextContent('2 selected')
  expect(itemsAndLines()).toEqual([
    ...['2 selected', 'Mark as reviewedE', 'Snooze…H', 'Label…L', '—'],
    ...['Evidence briefB', 'Export…Ctrl+E', 'Copy IDs', '—', 'Clear selectionEsc'],
  ])
  await choose(/^Mark as reviewed/)
  await waitFor(() => expect(decisions()[1]).toMatchObject({ decisions: [{ ids: [sampleId(1), sampleId(2)] }] }))
})

it('clears the selection when the row is not part of it', async () => {
  await open()
  await userEvent.click(within(row(1)).getByRole('checkbox'))
  await rightClick(row(3))
  expect(screen.queryByRole('region', { name: 'Selection' })).not.toBeInTheDocument()
  await choose(/^Select/)
  expect(within(row(3)).getByRole('checkbox')).toBeChecked()
  await rightClick(row(3))
  await choose(/^Deselect/)
  expect(within(row(3)).getByRole('checkbox')).not.toBeChecked()
})

it('asks how long to snooze the row, and for its labels', async () => {
  await open()
  await rightClick(row(2))
  await choose(/^Snooze/)
  expect(await screen.findByRole('menuitem', { name: /^Tomorrow/ })).toBeInTheDocument()
  expect(row(2).closest('[data-acting]')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  await rightClick(row(2))
  await choose(/^Label/)
  expect(await screen.findByRole('dialog')).toHaveTextContent('1 opportunity')
})

it('copies the ID and a link to the row', async () => {
  const { copied } = await open()
  await rightClick(row(2))
  await choose('Copy ID')
  await rightClick(row(2))
  await choose('Copy link')
  await waitFor(() => expect(copied).toHaveLength(2))
  expect(copied[0]).toBe(sampleId(2))
  expect(copied[1]).toMatch(new RegExp(`^discovery-desk://.+/opportunities/${sampleId(2)}$`))
  expect(await screen.findByText('Link copied')).toBeInTheDocument()
})

it('copies the IDs of the selected rows, unless they are too many to copy', async () => {
  const { copied, change } = await open()
  for (const place of [1, 2]) await userEvent.click(within(row(place)).getByRole('checkbox'))
  await rightClick(row(2))
  await choose('Copy IDs')
  expect(await screen.findByText('2 IDs copied')).toBeInTheDocument()
  expect(copied).toEqual([`${sampleId(1)}\n${sampleId(2)}`])
  const long = sampleOpportunity(3, { id: 'x'.repeat(longestCopy) })
  change([...twenty.slice(0, 2), long])
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4))
  await userEvent.click(within(row(3)).getByRole('checkbox'))
  await rightClick(row(3))
  await choose('Copy IDs')
  expect(await screen.findByText('Too much to copy at once. Select fewer rows.')).toBeInTheDocument()
  expect(copied).toHaveLength(1)
})

it('marks a reviewed row as not reviewed', async () => {
  const triage = { status: 'reviewed' as const, hasNote: false, labels: [] }
  const { decisions } = await open([sampleOpportunity(1, { triage })])
  await rightClick(row(1))
  await choose(/^Mark as not reviewed/)
  await waitFor(() => expect(decisions()).toMatchObject([{ decisions: [{ decision: { status: 'open' } }] }]))
})

it('opens a brief of the row, or of the selected rows', async () => {
  await open()
  await rightClick(row(3))
  await choose(/^Evidence brief/)
  expect(briefDialog.get()).toEqual({ kind: 'opportunity', id: sampleId(3) })
  for (const place of [1, 2]) await userEvent.click(within(row(place)).getByRole('checkbox'))
  await rightClick(row(2))
  await choose(/^Evidence brief/)
  expect(briefDialog.get()).toEqual({ kind: 'selection', of: 'opportunity', ids: [sampleId(1), sampleId(2)] })
  briefDialog.set(null)
})

it('opens a brief of the focused row by key too', async () => {
  await open()
  await userEvent.keyboard('b')
  expect(briefDialog.get()).toBeNull()
  await userEvent.keyboard('jj')
  expect(row(2)).toHaveFocus()
  await userEvent.keyboard('b')
  expect(briefDialog.get()).toEqual({ kind: 'opportunity', id: sampleId(2) })
  briefDialog.set(null)
})

it('leaves a right-click on selected text, or outside the rows, to the system', async () => {
  await open()
  const title = screen.getByText('Opportunity number 2')
  const selected = vi.spyOn(window, 'getSelection')
  selected.mockReturnValue({ isCollapsed: false, containsNode: (node: Node) => node === title } as Selection)
  await rightClick(title)
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  await rightClick(screen.getByText('Opportunity number 3'))
  expect(await screen.findByRole('menu')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  await rightClick(screen.getByRole('columnheader', { name: 'Title' }))
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
})

it('opens by key even while text of the row is selected', async () => {
  await open()
  row(2).focus()
  vi.spyOn(window, 'getSelection').mockReturnValue({
    isCollapsed: false,
    containsNode: () => true,
  } as unknown as Selection)
  await userEvent.keyboard('.')
  expect(await screen.findByRole('menu')).toBeInTheDocument()
})

it('opens even if the system selects the word under the pointer on right-click', async () => {
  await open()
  const selected = vi.spyOn(window, 'getSelection').mockReturnValue(null)
  const title = screen.getByText('Opportunity number 2')
  title.addEventListener('contextmenu', () =>
    selected.mockReturnValue({ isCollapsed: false, containsNode: () => true } as unknown as Selection),
  )
  await rightClick(title)
  expect(await screen.findByRole('menu')).toBeInTheDocument()
})

it('stays with its row when the row moves', async () => {
  const { change, decisions } = await open()
  await rightClick(row(3))
  change([...[31, 32, 33].map((place) => sampleOpportunity(place)), ...twenty])
  await screen.findByText('Opportunity number 31')
  await choose(/^Mark as reviewed/)
  await waitFor(() => expect(decisions()).toMatchObject([{ decisions: [{ ids: [sampleId(3)] }] }]))
  await rightClick(row(2))
  change([sampleOpportunity(34), ...twenty])
  await screen.findByText('Opportunity number 34')
  await choose(/^Open/)
  expect(address()).toBe(`/opportunities/${sampleId(2)}`)
})

it('closes when its row is gone', async () => {
  const { change } = await open()
  await rightClick(row(3))
  await screen.findByRole('menu')
  change(twenty.filter(({ id }) => id !== sampleId(3)))
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
})

it('labels the row it asked about, even if the row is gone by then', async () => {
  const { change, labelled } = await open()
  await rightClick(row(3))
  await choose(/^Label/)
  const dialog = within(await screen.findByRole('dialog'))
  change(twenty.filter(({ id }) => id !== sampleId(3)))
  await waitFor(() => expect(screen.queryByText('Opportunity number 3')).not.toBeInTheDocument())
  await userEvent.type(dialog.getByRole('combobox'), 'Churn{Enter}')
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(labelled()).toMatchObject([{ changes: [{ ids: [sampleId(3)] }] }]))
})

it('snoozes the row it asked about, even if the row is gone by then', async () => {
  const { change, decisions } = await open()
  await rightClick(row(3))
  await choose(/^Snooze/)
  const day = await screen.findByRole('menuitem', { name: /^Tomorrow/ })
  change(twenty.filter(({ id }) => id !== sampleId(3)))
  await waitFor(() => expect(screen.queryByText('Opportunity number 3')).not.toBeInTheDocument())
  await userEvent.click(day)
  await waitFor(() => expect(decisions()).toMatchObject([{ decisions: [{ ids: [sampleId(3)] }] }]))
})
