import { Loader, Tooltip, VisuallyHidden } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type FocusEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { PaneButton } from './PaneButton'
import type { useSendingLook } from './sending-look'
import { ToolButton } from './ToolButton'
import { useViewCommand, type ViewCommand } from './view-commands'

interface ActionButtonProps {
  readonly ref?: Ref<HTMLButtonElement>
  /** Why it cannot be used now; null = it can. */
  readonly disabledReason: string | null
  /** The main action of the view; styled as such while enabled. */
  readonly isPrimary?: boolean
  /** Ctrl+Enter presses it, in a form or in a part marked as one (see keys.ts). */
  readonly isSubmit?: boolean
  /** Applied while the button is primary and enabled. */
  readonly look?: ReturnType<typeof useSendingLook>
  /** Shown among the small buttons of a pane. */
  readonly isSmall?: boolean
  /** Its work is under way: pressing it again does nothing. */
  readonly isBusy?: boolean
  /** Name of the button, if its words alone don't say what it is for. */
  readonly label?: string
  readonly leftSection?: ReactNode
  /** The command in the palette while the button can be used; none: not in the palette. */
  readonly inPalette?: Omit<ViewCommand, 'run'>
  readonly onClick: () => void
  readonly children: ReactNode
}

/**
 * Whether the reason is on screen. Escape hides it without using up the key: the library's own way would keep Escape from its
 * other use, such as closing the details around the button.
 */
function useShown() {
  const [isShown, setIsShown] = useState(false)
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && setIsShown(false), true)
  const show = () => setIsShown(true)
  const hide = () => setIsShown(false)
  const onFocus = ({ currentTarget }: FocusEvent) => currentTarget.matches(':focus-visible') && show()
  return { isShown, show, handlers: { onPointerEnter: show, onPointerLeave: hide, onFocus, onBlur: hide } }
}

/**
 * A button that stays reachable when it cannot be used, so that everybody learns why. It is the same element in both states,
 * so that the focus stays on it when its own success makes it unusable.
 */
export function ActionButton({
  ref,
  disabledReason,
  isPrimary = false,
  isSubmit = false,
  look = {},
  isSmall = false,
  isBusy = false,
  label,
  leftSection,
  inPalette,
  onClick,
  children,
}: ActionButtonProps) {
  const reasonId = useId()
  const isUnusable = disabledReason !== null
  useViewCommand(inPalette === undefined || isUnusable ? null : { ...inPalette, run: onClick })
  const Look = isSmall ? PaneButton : ToolButton
  const { isShown, show, handlers } = useShown()
  return (
    <>
      <Tooltip label={disabledReason} opened={isShown && isUnusable} multiline maw={280}>
        <Look
          ref={ref}
          {...(isSubmit ? { type: 'submit' } : {})}
          variant={isPrimary && !isUnusable ? 'filled' : 'default'}
          {...(isPrimary && !isUnusable ? look : {})}
          leftSection={isBusy ? <Loader size={14} color="currentColor" aria-hidden /> : leftSection}
          aria-label={label}
          {...handlers}
          onClick={(event) => {
            if (!isUnusable && !isBusy) return onClick()
            event.preventDefault()
            show()
          }}
          {...(isBusy ? { 'aria-disabled': true, 'aria-busy': true } : {})}
          {...(isUnusable ? { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': reasonId } : {})}
        >
          {children}
        </Look>
      </Tooltip>
      {isUnusable && <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>}
    </>
  )
}
