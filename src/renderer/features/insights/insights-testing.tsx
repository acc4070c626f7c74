// The view of insights as its tests open it: with an address that can be read, pushes that arrive, and room for rows.
import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, expect, vi } from 'vitest'
import type { InsightDetail, InsightRow } from '../../../contract/features/insights'
import type { Answers } from '../../testing/fake-bridge'
import { renderView } from '../../testing/render'
import { answersFor, sampleRow } from '../../testing/sample-insights'
import { InsightsView } from '.'

// There is no layout here, so the table is told how much of it is seen: about seven rows.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  return () => vi.restoreAllMocks()
})

export const firstLoadMs = 10_000

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}

interface ViewOptions {
  readonly rows?: readonly InsightRow[] | (() => readonly InsightRow[])
  readonly details?: Readonly<Record<string, Partial<InsightDetail>>>
  readonly route?: string
  readonly answers?: Answers
}

export const thirty = Array.from({ length: 30 }, (_, place) => sampleRow(place + 1, { seen: place % 3 === 0 }))

export function open({ rows = thirty, details, route = '/insights', answers }: ViewOptions = {}) {
  const view = (
    <>
      <InsightsView />
      <Address />
    </>
  )
  return renderView(view, {
    route,
    path: '/insights/:id?',
    answers: { ...answersFor(typeof rows === 'function' ? rows : () => rows, details), ...answers },
  })
}

export const address = () => screen.getByLabelText('Address').textContent
/** The table with its first rows, which come a moment later: it measures itself first. */
export const table = async () => {
  await waitFor(() => expect(document.querySelector('tbody tr')).toBeInTheDocument(), { timeout: firstLoadMs })
  return screen.getByRole('table', { name: 'Insights' })
}
export const row = (place: number) =>
  screen.getAllByText(`Insight number ${place}`).flatMap((title) => title.closest('tr') ?? [])[0] ?? null
export const filter = (name: string) =>
  within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name })
