import { Button } from '@mantine/core'
import { count } from './record-words'

interface MoreButtonProps {
  /** How many the list leaves out until it is whole. */
  readonly more: number
  readonly isWhole: boolean
  readonly onToggle: () => void
}

/** Below a list of which only some are shown; nothing when it has no others. */
export function MoreButton({ more, isWhole, onToggle }: MoreButtonProps) {
  if (more <= 0) return null
  return (
    <Button size="compact-xs" variant="subtle" px={0} mt={8} onClick={onToggle}>
      {isWhole ? 'Show fewer' : `Show ${count(more)} more`}
    </Button>
  )
}
