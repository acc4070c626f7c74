import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderView } from '../testing/render'
import { sampleId } from '../testing/sample-records'
import { InsightMentions, MentionList, RisingInsights } from './RelatedLists'
import { solutionKind } from './record-kind'

const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('leads to no list of insights when a record has none', async () => {
  renderView(<InsightMentions relatedTo={{ kind: 'feedback', id: sampleId(1) }} />, {
    answers: { 'insights.query': () => ({ rows: [], total: 0, all: 9, unseen: 0 }) },
  })
  expect(await screen.findByRole('heading', { name: 'Insights 0' })).toBeInTheDocument()
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

it('says what other records share with this one, and the score of the best insight if it has one', () => {
  const mention = { hideContent: false, through: 2, strongest: null }
  const mentions = [
    { ...mention, id: 'a', title: 'Softer brakes', status: 'New', strongest: 0.8 },
    { ...mention, id: 'b', title: 'A louder bell' },
  ]
  renderView(<MentionList title="Solutions" kind={solutionKind} mentions={mentions} />)
  expect(texts()).toEqual([
    'Softer brakesNewthrough 2 shared insights, top score 0.80',
    'A louder bellthrough 2 shared insights',
  ])
})

it('lists the first six rising insights of all, with the rise of those whose scores are known', () => {
  const insights = Array.from({ length: 7 }, (_, place) => ({
    ...{ id: sampleId(place), title: `Insight ${place}`, hideContent: false },
    ...{ before: place === 1 ? null : 0.5, after: place === 2 ? null : 0.75 },
  }))
  renderView(<RisingInsights insights={insights} total={12} />)
  const section = within(screen.getByRole('region', { name: 'Rising insights' }))
  expect(section.getByRole('heading')).toHaveTextContent('Rising insights 12')
  expect(texts().map((text) => text.trim())).toEqual([
    ...['Insight 0 0.50 → 0.75', 'Insight 1', 'Insight 2'],
    ...['Insight 3 0.50 → 0.75', 'Insight 4 0.50 → 0.75', 'Insight 5 0.50 → 0.75'],
  ])
})
