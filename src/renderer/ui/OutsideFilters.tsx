// The way on from words that match nothing because a filter is still on: what they find without any filter. A filter that
// has lost its last row stays on, so that nobody's list changes by itself; whoever searches next must not be trapped in it.
import { Button, Stack, Text } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { count } from './records/record-words'
import type { PageQuery } from './records/use-record-rows'

export interface FilteredWords {
  /** The start of what the words alone would find. */
  readonly first: PageQuery<unknown>
  /** Keeps the words. */
  readonly dropFilters: () => void
}

/** Draws nothing as long as it is not known, or not so, that the words alone find anything. */
export function OutsideFilters({ search: { first, dropFilters } }: { readonly search: FilteredWords }) {
  // The key's tag tells what the answer is, as in use-record-rows.ts.
  const { data } = useQuery(first as UseQueryOptions<{ total: number }>)
  if (data === undefined || data.total === 0) return null
  return (
    <Stack align="center" gap="xs">
      <Text role="status">Without filters: {count(data.total)}.</Text>
      <Button
        onClick={({ currentTarget }) => {
          // The button goes with the filters.
          currentTarget.closest('main')?.focus()
          dropFilters()
        }}
      >
        Search without filters
      </Button>
    </Stack>
  )
}
