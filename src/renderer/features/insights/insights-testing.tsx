// The view of insights for its tests: with a readable address, working pushes, and room for rows.
import { screen, within } from '@testing-library/react'
import { beforeEach } from 'vitest'
import type { InsightDetail, InsightRow } from '../../../contract/features/insights'
import { giveSize, renderList, tableOf } from '../../records/list-testing'
import type { Answers } from '../../testing/fake-bridge'
import { answersFor, sampleRow } from '../../testing/sample-insights'
import { InsightsView } from '.'

export { address } from '../../records/list-testing'

beforeEach(giveSize)

interface ViewOptions {
  readonly rows?: readonly InsightRow[] | (() => readonly InsightRow[])
  readonly details?: Readonly<Record<string, Partial<InsightDetail>>>
  readonly route?: string
  readonly answers?: Answers
}

export const thirty = Array.from({ length: 30 }, (_, place) => sampleRow(place + 1, { seen: place % 3 === 0 }))

export function open({ rows = thirty, details, route = '/insights', answers }: ViewOptions = {}) {
  return renderList(<InsightsView />, {
    route,
    path: '/insights/:id?',
    answers: { ...answersFor(typeof rows === 'function' ? rows : () => rows, details), ...answers },
  })
}

export const table = () => tableOf('Insights')
export const row = (place: number) =>
  screen.getAllByText(`Insight number ${place}`).flatMap((title) => title.closest('tr') ?? [])[0] ?? null
export const filter = (name: string) =>
  within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name })
