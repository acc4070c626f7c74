// Helpers for tests of deleting: goals with linked records, and a main that deletes them.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { OutcomeDetail } from '../../../contract/features/outcomes'
import { renderList, tableOf } from '../../records/list-testing'
import type { Answers } from '../../testing/fake-bridge'
import { type RenderOptions, testEnvironments, testWorkspace } from '../../testing/render'
import { recordAnswers, sampleFeedback, sampleId, sampleOutcome } from '../../testing/sample-records'
import { OutcomesView } from '.'

export const mention = { hideContent: false, through: 2, strongest: null }
export const rich = sampleOutcome(2, {
  relatedOpportunities: [{ ...mention, id: sampleId(70), title: 'Trust the range', status: 'New' }],
  relatedSolutions: [{ ...mention, id: sampleId(71), title: 'A secret', status: 'New', hideContent: true }],
  metrics: 1,
  linkedMetrics: [{ metricId: 'm-1', label: 'Calls per week', linkedAt: '2026-01-01T00:00:00Z' }],
})

export const production = { ...testWorkspace, environment: 'production' as const }
export const inProduction = (isLocked: boolean): Answers => ({
  'environments.list': () => ({
    ...testEnvironments,
    environments: testEnvironments.environments.map((each) => ({ ...each, isLocked })),
    active: production,
  }),
})

interface Setting {
  readonly outcomes?: readonly OutcomeDetail[]
  readonly route?: RenderOptions['route']
  readonly answers?: Answers
}

export function open({
  outcomes = [sampleOutcome(1), rich, sampleOutcome(3)],
  route = '/goals',
  answers,
}: Setting = {}) {
  let rows = outcomes
  const view = (
    <main tabIndex={-1}>
      <OutcomesView />
    </main>
  )
  return renderList(view, {
    path: '/goals/:id?',
    route,
    answers: {
      ...recordAnswers(() => ({ outcomes: rows, feedback: [sampleFeedback(50)] })),
      'outcomes.delete': ({ id }) => {
        const isKnown = rows.some((row) => row.id === id)
        rows = rows.filter((row) => row.id !== id)
        return { state: isKnown ? 'deleted' : 'already-gone' }
      },
      ...answers,
    },
  })
}

export const deletions = (bridge: ReturnType<typeof open>['bridge']) =>
  bridge.calls.filter(({ name }) => name === 'outcomes.delete').map(({ input }) => input)

export async function openDialog(title = 'Goal number 2') {
  await tableOf('Goals')
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${title}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  return screen.findByRole('dialog', { name: 'Delete goal' })
}

export const button = (dialog: HTMLElement, name: string) => within(dialog).getByRole('button', { name })
