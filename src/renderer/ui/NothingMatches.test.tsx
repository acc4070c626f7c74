import { queryOptions } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AppError } from '../../contract/errors'
import { renderView } from '../testing/render'
import { NothingMatches } from './NothingMatches'

const page = { rows: [], total: 12, all: 12 }
const firstOf = (text: string) =>
  queryOptions<typeof page, AppError>({ queryKey: ['feedback', 'query', { text }], queryFn: async () => page })

it('shows what each word finds right after the sentence that says so, and then what the filters hide', async () => {
  const words = {
    ...{ text: 'quiet brakes', setText: () => undefined, firstOf },
    filtered: { first: firstOf('quiet brakes '), dropFilters: () => undefined },
  }
  renderView(<NothingMatches one="insight" words={words} onClear={() => undefined} />)
  await screen.findByText('Without filters: 12.')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'quiet12',
    'brakes12',
    'Search without filters',
    'Clear filters',
  ])
})
