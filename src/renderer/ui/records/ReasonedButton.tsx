import { Button, Tooltip, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface ReasonedButtonProps {
  /** Why it cannot be used now; null = it can. */
  readonly reason: string | null
  /** What the view is there for; drawn as such while it can be used. */
  readonly isMain?: boolean
  readonly leftSection?: ReactNode
  readonly onClick: () => void
  readonly children: ReactNode
}

/**
 * A button that, when it cannot be used, can still be reached, so that everybody learns why. The same element in both
 * states, so that the focus stays on it when its own success makes it unusable.
 */
export function ReasonedButton({ reason, isMain = false, leftSection, onClick, children }: ReasonedButtonProps) {
  const reasonId = useId()
  const isUnusable = reason !== null
  return (
    <>
      <Tooltip
        label={reason}
        disabled={!isUnusable}
        multiline
        maw={280}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button
          size="compact-sm"
          h={30}
          variant={isMain && !isUnusable ? 'filled' : 'default'}
          leftSection={leftSection}
          onClick={(event) => (isUnusable ? event.preventDefault() : onClick())}
          {...(isUnusable ? { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': reasonId } : {})}
        >
          {children}
        </Button>
      </Tooltip>
      {isUnusable && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
    </>
  )
}
