// Helpers for tests of opportunities: the view, and a fake main with some.
import { screen } from '@testing-library/react'
import type { InitialEntry } from 'react-router'
import type { OpportunityDetail } from '../../../contract/features/opportunities'
import { renderList } from '../../records/list-testing'
import type { Answers } from '../../testing/fake-bridge'
import { recordAnswers, sampleFeedback, sampleId, sampleOpportunity } from '../../testing/sample-records'
import { OpportunitiesView } from '.'

export const twenty = Array.from({ length: 20 }, (_, place) => sampleOpportunity(place + 1))

interface Setting {
  readonly opportunities?: readonly OpportunityDetail[] | (() => readonly OpportunityDetail[])
  readonly route?: InitialEntry
  readonly answers?: Answers
}

export function open({ opportunities = twenty, route, answers }: Setting = {}) {
  const rows = typeof opportunities === 'function' ? opportunities : () => opportunities
  return renderList(<OpportunitiesView />, {
    path: '/opportunities/:id?',
    ...(route === undefined ? {} : { route }),
    answers: {
      ...recordAnswers(() => ({ opportunities: rows(), feedback: [sampleFeedback(50)] })),
      'opportunities.markAllSeenPreview': () => ({
        ...{ title: '', insights: 7, unseen: 5, unseenShared: 2 },
        marked: [
          { id: sampleId(81), title: 'The gauge lies', hideContent: false, alsoIn: 2 },
          { id: sampleId(82), title: 'A secret', hideContent: true, alsoIn: 0 },
        ],
      }),
      ...answers,
    },
  })
}

export const details = () => screen.findByRole('region', { name: 'Opportunity details' })
