// Helpers for tests of metrics: two goals, metrics of any kind, and the view on a fake main.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppError } from '../../../contract/errors'
import type { ActivityEntry } from '../../../contract/features/activity'
import type { Metric } from '../../../contract/features/metrics'
import { Address } from '../../testing/Address'
import type { Answers } from '../../testing/fake-bridge'
import { renderView } from '../../testing/render'
import { sampleOutcome } from '../../testing/sample-records'
import { MetricsView } from '.'

export const goalId = (place: number) => `018f6a52-7c1e-7b30-9c55-1f0f2a3b4c0${place}`
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1000).toISOString()

export const metric = (metricId: string, changes: Partial<Metric> = {}): Metric => ({
  metricId,
  label: '',
  addedAt: minutesAgo(60),
  links: [],
  waiting: 0,
  pending: [],
  ...changes,
})

const goal = (place: number, title: string) => sampleOutcome(place, { id: goalId(place), title })

const goals = [goal(1, 'Fewer brake repairs'), goal(2, 'Longer rides')]

interface Options {
  readonly answers?: Answers
  readonly route?: string
  readonly activity?: readonly ActivityEntry[]
}

export function openMetrics(metrics: readonly Metric[], { answers, route = '/metrics', activity = [] }: Options = {}) {
  const ui = (
    <>
      <MetricsView />
      <Address />
    </>
  )
  return renderView(ui, {
    route,
    path: '/metrics/:id?',
    answers: {
      'metrics.list': () => [...metrics],
      'outcomes.query': ({ text }) => {
        const rows = goals.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
        return { rows, total: rows.length, all: goals.length }
      },
      'outcomes.get': ({ id }) => {
        const row = goals.find((each) => each.id === id)
        if (row === undefined) throw new AppError('NOT_FOUND', '')
        return row
      },
      'activity.query': ({ targetId, limit }) => {
        const rows = activity.filter((entry) => entry.targetId === targetId)
        return { rows: rows.slice(0, limit), total: rows.length, all: activity.length }
      },
      ...answers,
    },
  })
}

type Calls = readonly { readonly name: string; readonly input: unknown }[]
export const inputs = (calls: Calls, wanted: string) =>
  calls.filter(({ name }) => name === wanted).map(({ input }) => input)
export const picker = () => screen.findByRole('combobox', { name: 'Goals to link or unlink' })

export async function choose(text: string, name: RegExp) {
  await userEvent.type(await picker(), text)
  await userEvent.click(await screen.findByRole('option', { name }))
}
