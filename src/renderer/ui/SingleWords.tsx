// The way on from a search of several words that found nothing: what each of them finds alone.
import { Badge, Button, Group } from '@mantine/core'
import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { typedWords } from '../../contract/features/search'
import type { FilteredWords } from './OutsideFilters'
import { count, shortened } from './records/record-words'
import type { PageQuery } from './records/use-record-rows'

/** A list's search, as far as its words go. */
export interface WordSearch {
  readonly text: string
  readonly setText: (text: string) => void
  /** The start of what another text would find, where everything else that narrows the list stays. */
  readonly firstOf: (text: string) => PageQuery<unknown>
  /** null: there are no words, or nothing else narrows the list. */
  readonly filtered: FilteredWords | null
}

/** Whoever pasted a paragraph is not helped by a button for each of its words. */
const mostWords = 6
const longestWord = 30

/** Different words in the order they were typed; a word is the same in capitals. */
export function differentWords(text: string): readonly string[] {
  const words = typedWords(text)
  const keys = words.map((word) => word.toLowerCase())
  return words.filter((_, place) => keys.indexOf(keys[place] ?? '') === place).slice(0, mostWords)
}

export function SingleWords({ search: { text, setText, firstOf } }: { readonly search: WordSearch }) {
  const words = differentWords(text)
  const totals = useQueries({
    // The key's tag tells what the answer is, as in use-record-rows.ts.
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
