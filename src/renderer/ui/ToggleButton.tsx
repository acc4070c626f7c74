import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ToggleButton.module.css'

interface ToggleButtonProps {
  readonly isOn: boolean
  readonly icon: ReactNode
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** Above a list: shows or hides one thing, and says which. */
export function ToggleButton({ isOn, icon, onToggle, children }: ToggleButtonProps) {
  return (
    <Button
      size="compact-sm"
      h={30}
      variant="default"
      aria-pressed={isOn}
      className={classes.toggle}
      leftSection={icon}
      onClick={onToggle}
    >
      {children}
    </Button>
  )
}
