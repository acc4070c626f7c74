import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState'

interface NothingMatchesProps {
  /** What the list is of, one of it: "insight". */
  readonly one: string
  readonly onClear: () => void
  readonly children?: ReactNode
}

/** In place of a list that has rows, of which filters and search leave none. */
export function NothingMatches({ one, onClear, children }: NothingMatchesProps) {
  return (
    <EmptyState
      icon={<IconFilterOff size={22} />}
      title={`No ${one} matches`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
