import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryOptionsFor } from '../client/queries'
import { renderView, testWorkspace as workspace } from '../testing/render'
import { NothingMatches } from './NothingMatches'

const page = { rows: [], total: 12, all: 12 }
const sort = { column: 'createdAt', direction: 'ascending' } as const
const firstOf = (text: string) =>
  queryOptionsFor('feedback', 'query', { workspace, text, relatedTo: null, sort, offset: 0, limit: 1 })

it('shows the matches of each word first, and then those hidden by the filters', async () => {
  const words = {
    ...{ text: 'quiet brakes', setText: () => undefined, firstOf },
    filtered: { first: firstOf('quiet brakes '), dropFilters: () => undefined },
  }
  renderView(<NothingMatches many="insights" words={words} params={{ hasFilters: true, clear: () => undefined }} />, {
    answers: { 'feedback.query': () => page },
  })
  await screen.findByText('12 results without filters.')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'quiet12',
    'brakes12',
    'Search without filters',
    'Clear search and filters',
  ])
})

it('offers to clear the search when nothing else narrows the list', async () => {
  const words = { text: 'brakes', setText: () => undefined, firstOf, filtered: null }
  renderView(<NothingMatches many="insights" words={words} params={{ hasFilters: false, clear: () => undefined }} />)
  expect(await screen.findByRole('button', { name: 'Clear search' })).toBeVisible()
})
