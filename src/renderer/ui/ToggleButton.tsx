import type { ReactNode } from 'react'
import classes from './ToggleButton.module.css'
import { ToolButton } from './ToolButton'

interface ToggleButtonProps {
  readonly isOn: boolean
  readonly icon: ReactNode
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A button above a list that shows or hides one thing, and says which. */
export function ToggleButton({ isOn, icon, onToggle, children }: ToggleButtonProps) {
  return (
    <ToolButton aria-pressed={isOn} className={classes.toggle} leftSection={icon} onClick={onToggle}>
      {children}
    </ToolButton>
  )
}
