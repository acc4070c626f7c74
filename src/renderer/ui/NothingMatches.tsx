import { Button, Stack } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState'
import { OutsideFilters } from './OutsideFilters'
import { differentWords, SingleWords, type WordSearch } from './SingleWords'

interface NothingMatchesProps {
  /** What the list is of, one of it: "insight". */
  readonly one: string
  readonly words: WordSearch
  readonly onClear: () => void
  /** What else could be tried when no more than one word is searched for. */
  readonly children?: ReactNode
}

/** In place of a list that has rows, of which filters and search leave none. */
export function NothingMatches({ one, words, onClear, children }: NothingMatchesProps) {
  const hasSeveral = differentWords(words.text).length > 1
  return (
    <EmptyState
      icon={<IconFilterOff size={22} />}
      title={`No ${one} matches`}
      action={
        <Stack align="center" gap="lg">
          {/* First, as the sentence above leads to it. */}
          {hasSeveral && <SingleWords search={words} />}
          {words.filtered !== null && <OutsideFilters search={words.filtered} />}
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        </Stack>
      }
    >
      {hasSeveral ? 'No results contain all of these words. Results for each word:' : children}
    </EmptyState>
  )
}
