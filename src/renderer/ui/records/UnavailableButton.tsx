import { Button, Tooltip, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface UnavailableButtonProps {
  readonly reason: string
  readonly leftSection?: ReactNode
  readonly children: ReactNode
}

/** A button that cannot be used now, but can be reached, so that everybody learns why. */
export function UnavailableButton({ reason, leftSection, children }: UnavailableButtonProps) {
  const reasonId = useId()
  return (
    <>
      <Tooltip label={reason} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
        <Button
          size="compact-sm"
          h={30}
          variant="default"
          leftSection={leftSection}
          aria-disabled
          data-disabled
          aria-describedby={reasonId}
          onClick={(event) => event.preventDefault()}
        >
          {children}
        </Button>
      </Tooltip>
      <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>
    </>
  )
}
