// The rows that stay in place when a list is read again, in the view of opportunities, whose order changes by itself.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { OpportunityDetail } from '../../contract/features/opportunities'
import { OpportunitiesView } from '../features/opportunities'
import { testWorkspace } from '../testing/render'
import { recordAnswers, sampleId, sampleOpportunity } from '../testing/sample-records'
import { giveSize, renderList, rowOf, tableOf } from './list-testing'

const rowPx = 52

beforeEach(() => {
  // Tests have no layout, so the page is told its scroll position, and tells it.
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(function scrollTo(this: Element, ...asked: unknown[]) {
    const { top } = asked[0] as ScrollToOptions
    if (top !== undefined) this.scrollTop = top
    queueMicrotask(() => this.dispatchEvent(new Event('scroll')))
  })
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100_000)
  return giveSize()
})

const list = (length: number) => Array.from({ length }, (_, place) => sampleOpportunity(place + 1))

function open(first: readonly OpportunityDetail[]) {
  let opportunities = first
  const { bridge } = renderList(<OpportunitiesView />, {
    path: '/opportunities/:id?',
    answers: {
      ...recordAnswers(() => ({ opportunities })),
      'triage.decideAll': () => ({ undo: [{ ids: [], decision: { status: 'open' }, from: null }] }),
    },
  })
  return {
    change: (step: (before: readonly OpportunityDetail[]) => readonly OpportunityDetail[]) => {
      opportunities = step(opportunities)
      bridge.push('library.changed', { workspace: testWorkspace, features: ['opportunities'] })
    },
  }
}

const scroller = () => screen.getByRole('table').parentElement as HTMLElement
const place = (number: number) => rowOf(`Opportunity number ${number}`).getAttribute('aria-rowindex')
const focused = () => document.activeElement?.textContent
/** Moves a row as a library that sorts it to the end does. */
const toEnd = (number: number) => (rows: readonly OpportunityDetail[]) => {
  const moved = rows.filter(({ id }) => id === sampleId(number))
  return [...rows.filter(({ id }) => id !== sampleId(number)), ...moved]
}

it('keeps the active row in place on screen when rows are inserted before it', async () => {
  const { change } = open(list(40))
  await tableOf('Opportunities')
  await userEvent.keyboard('jjj')
  const before = scroller().scrollTop
  change((rows) => [sampleOpportunity(99), sampleOpportunity(98), ...rows])
  await waitFor(() => expect(place(3)).toBe('6'))
  expect(scroller().scrollTop).toBe(before + 2 * rowPx)
  await waitFor(() => expect(rowOf('Opportunity number 3')).toHaveFocus())
})

it('keeps the first row in place on screen once the person has moved to it', async () => {
  const { change } = open(list(40))
  await tableOf('Opportunities')
  await userEvent.keyboard('j')
  expect(rowOf('Opportunity number 1')).toHaveFocus()
  change((rows) => [sampleOpportunity(99), sampleOpportunity(98), ...rows])
  await waitFor(() => expect(place(1)).toBe('4'))
  expect(scroller().scrollTop).toBe(2 * rowPx)
})

it('keeps the first row in place on screen while its details are open', async () => {
  const { change } = open(list(40))
  await tableOf('Opportunities')
  await userEvent.keyboard('j{Enter}')
  await screen.findByRole('region', { name: 'Opportunity details' })
  change((rows) => [sampleOpportunity(99), sampleOpportunity(98), ...rows])
  await waitFor(() => expect(place(1)).toBe('4'))
  expect(scroller().scrollTop).toBe(2 * rowPx)
})

it('keeps the last row on screen in place, although its end is hidden, while its details are open', async () => {
  const { change } = open(list(40))
  await tableOf('Opportunities')
  await userEvent.click(rowOf('Opportunity number 8'))
  await screen.findByRole('region', { name: 'Opportunity details' })
  change((rows) => [sampleOpportunity(99), sampleOpportunity(98), ...rows])
  await waitFor(() => expect(place(8)).toBe('11'))
  expect(scroller().scrollTop).toBe(2 * rowPx)
})

it('does not scroll when the active row moves far beyond the loaded rows, until the person moves', async () => {
  const { change } = open(list(300))
  await tableOf('Opportunities')
  await userEvent.keyboard('jj')
  const before = scroller().scrollTop
  change(toEnd(2))
  await waitFor(() => expect(place(3)).toBe('3'))
  await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-rowindex', '301'))
  expect(scroller().scrollTop).toBe(before)
  await userEvent.keyboard('k')
  await waitFor(() => expect(rowOf('Opportunity number 300')).toHaveFocus())
})

it('does not scroll when the active row moves together with a neighbour', async () => {
  const { change } = open(list(60))
  await tableOf('Opportunities')
  await userEvent.keyboard('jjj')
  const before = scroller().scrollTop
  change((rows) => [...rows.slice(0, 1), ...rows.slice(3), ...rows.slice(1, 3)])
  await waitFor(() => expect(rowOf('Opportunity number 3')).toHaveAttribute('aria-rowindex', '61'))
  expect(place(4)).toBe('3')
  expect(rowOf('Opportunity number 3')).toHaveFocus()
  expect(scroller().scrollTop).toBe(before)
})

it('goes on below reviewed rows that are sorted elsewhere, and does not scroll along with them', async () => {
  const { change } = open(list(60))
  await tableOf('Opportunities')
  const scrolled = vi.spyOn(Element.prototype, 'scrollTo')
  await userEvent.keyboard('jjx{Shift>}jjjjjj{/Shift}')
  scrolled.mockClear()
  await userEvent.keyboard('e')
  change((rows) => [...rows.slice(0, 1), ...rows.slice(8), ...rows.slice(1, 8)])
  await waitFor(() => expect(rowOf('Opportunity number 9')).toHaveFocus())
  expect(place(9)).toBe('3')
  expect(scrolled).not.toHaveBeenCalled()
})

it('does not scroll when only the active row moves', async () => {
  const { change } = open(list(60))
  await tableOf('Opportunities')
  await userEvent.keyboard('jj')
  const before = scroller().scrollTop
  change(toEnd(2))
  await waitFor(() => expect(place(3)).toBe('3'))
  await waitFor(() => expect(rowOf('Opportunity number 2')).toHaveFocus())
  expect(place(2)).toBe('61')
  expect(scroller().scrollTop).toBe(before)
})

it('makes the neighbour of a removed row active in its place', async () => {
  const { change } = open(list(300))
  await tableOf('Opportunities')
  await userEvent.keyboard('jj')
  change((rows) => rows.filter(({ id }) => id !== sampleId(2)))
  await waitFor(() => expect(focused()).toContain('Opportunity number 3'))
  expect(place(3)).toBe('3')
  await userEvent.keyboard('j')
  expect(focused()).toContain('Opportunity number 4')
})

it('keeps the topmost row in place when the active row is out of view', async () => {
  const { change } = open(list(80))
  await tableOf('Opportunities')
  await userEvent.keyboard('j')
  scroller().scrollTo({ top: 20 * rowPx })
  await screen.findByText('Opportunity number 24')
  // Its row is still there: the focus would be lost with it.
  expect(rowOf('Opportunity number 1')).toHaveFocus()
  change((rows) => [sampleOpportunity(99), ...rows])
  await waitFor(() => expect(place(24)).toBe('26'))
  expect(scroller().scrollTop).toBe(21 * rowPx)
})

it('stays at the top when the person has not touched the list', async () => {
  const { change } = open(list(40))
  await tableOf('Opportunities')
  change((rows) => [sampleOpportunity(99), ...rows])
  await waitFor(() => expect(place(99)).toBe('2'))
  expect(scroller().scrollTop).toBe(0)
})

it('returns to the top for another search', async () => {
  open(list(80))
  await tableOf('Opportunities')
  scroller().scrollTo({ top: 20 * rowPx })
  await screen.findByText('Opportunity number 24')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search opportunities' }), '7')
  await waitFor(() => expect(place(7)).toBe('2'))
  expect(scroller().scrollTop).toBe(0)
})
