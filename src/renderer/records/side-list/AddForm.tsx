import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { FormEventHandler, ReactNode } from 'react'
import { ActionButton } from '../../ui/ActionButton'
import { BusyButton } from '../../ui/BusyButton'
import { leaveOnEscape } from '../../ui/leave-on-escape'
import classes from './SideList.module.css'
import type { Adding } from './use-side-list'

interface AddButtonProps {
  readonly adding: Adding
  /** The same as on the submit button of the form, which takes the place of this button. */
  readonly label: string
}

export function AddButton({ adding, label }: AddButtonProps) {
  if (!adding.canOpen) return null
  return (
    <ActionButton
      disabledReason={null}
      leftSection={<IconPlus size={15} stroke={2} aria-hidden />}
      onClick={adding.open}
    >
      {label}
    </ActionButton>
  )
}

interface AddFormProps {
  readonly adding: Adding
  readonly name: string
  readonly submitLabel: string
  readonly isBusy: boolean
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  /** Its fields. */
  readonly children: ReactNode
}

export function AddForm({ adding, name, submitLabel, isBusy, onSubmit, children }: AddFormProps) {
  if (!adding.isOpen) return null
  return (
    <form
      className={classes.form}
      onSubmit={onSubmit}
      onKeyDown={leaveOnEscape(adding.leave)}
      noValidate
      aria-label={name}
    >
      {children}
      <Group gap="xs" grow preventGrowOverflow={false}>
        <BusyButton type="submit" isBusy={isBusy}>
          {submitLabel}
        </BusyButton>
        {adding.canClose && (
          <Button variant="default" onClick={adding.leave}>
            Cancel
          </Button>
        )}
      </Group>
    </form>
  )
}
