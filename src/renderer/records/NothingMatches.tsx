import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { parseSearch } from '../../contract/features/search-words'
import { EmptyState } from '../ui/EmptyState'
import { LiveText } from '../ui/LiveText'
import type { ListControls } from './list-search'
import { clearWords, count, counted, listTexts, shortened } from './record-words'
import type { PageQuery } from './use-record-rows'

interface NothingMatchesProps {
  /** Name of the list's records: "insights". */
  readonly many: string
  readonly words: WordSearch
  readonly params: Pick<ListControls, 'hasFilters' | 'clear'>
}

/** What to try when no more than one word is searched for. */
export function hintFor(text: string, hasFilters: boolean): string {
  if (!hasFilters) return listTexts.noWordMatch
  return text.trim() === '' ? listTexts.noFilterMatch : listTexts.noMatch
}

/** Stands in for a list that has rows, when filters and search leave none. */
export function NothingMatches({ many, words, params }: NothingMatchesProps) {
  const hasSeveral = differentWords(words.text).length > 1
  return (
    <EmptyState
      icon={<IconSearchOff size={22} />}
      title={`No matching ${many}`}
      action={
        <Stack align="center" gap="lg">
          {/* First, as the sentence above leads to it. */}
          {hasSeveral && <SingleWords search={words} />}
          {words.filtered !== null && <OutsideFilters search={words.filtered} />}
          <Button variant="default" onClick={params.clear}>
            {clearWords(params.hasFilters, words.text)}
          </Button>
        </Stack>
      }
    >
      {hasSeveral
        ? 'No results contain all of these words. Results for each word:'
        : hintFor(words.text, params.hasFilters)}
    </EmptyState>
  )
}

/** The words of a list's search. */
export interface WordSearch {
  readonly text: string
  readonly setText: (text: string) => void
  /** The first page for another text, where everything else that narrows the list stays. */
  readonly firstOf: (text: string) => PageQuery<unknown>
  /** null: there are no words, or nothing else narrows the list. */
  readonly filtered: FilteredWords | null
}

/** Limit of buttons: one for each word of a pasted paragraph would not help. */
const mostWords = 6
const longestWord = 30

/** Distinct words in the order they were typed, regardless of case. */
function differentWords(text: string): readonly string[] {
  const words = parseSearch(text).flatMap(({ wanted }) => wanted.flatMap((term) => term.words))
  const keys = words.map((word) => word.toLowerCase())
  return words.filter((_, place) => keys.indexOf(keys[place] ?? '') === place).slice(0, mostWords)
}

function SingleWords({ search: { text, setText, firstOf } }: { readonly search: WordSearch }) {
  const words = differentWords(text)
  const totals = useQueries({
    // The key's tag has the type of the answer, as in use-record-rows.ts.
    queries: words.map((word) => firstOf(word) as UseQueryOptions<{ total: number }>),
  })
  return (
    <Group gap="xs" justify="center" role="group" aria-label="Search for one word">
      {words.map((word, place) => {
        const total = totals[place]?.data?.total
        return (
          <Button
            key={word}
            variant="light"
            size="compact-sm"
            disabled={total === 0}
            onClick={() => setText(word)}
            rightSection={
              total !== undefined && (
                <Badge size="sm" variant="default">
                  {count(total)}
                </Badge>
              )
            }
          >
            {shortened(word, longestWord)}
          </Button>
        )
      })}
    </Group>
  )
}

interface FilteredWords {
  /** The first page for the words alone. */
  readonly first: PageQuery<unknown>
  /** Removes the filters and keeps the words. */
  readonly dropFilters: () => void
}

/** Renders nothing until the words alone are known to find something. */
function OutsideFilters({ search: { first, dropFilters } }: { readonly search: FilteredWords }) {
  // The key's tag has the type of the answer, as in use-record-rows.ts.
  const { data } = useQuery(first as UseQueryOptions<{ total: number }>)
  if (data === undefined || data.total === 0) return null
  return (
    <Stack align="center" gap="xs">
      <Text role="status">
        <LiveText>{counted(data.total, 'result', 'results')} without filters.</LiveText>
      </Text>
      <Button onClick={dropFilters}>Search without filters</Button>
    </Stack>
  )
}
