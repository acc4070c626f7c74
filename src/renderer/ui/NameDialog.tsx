import { Button, Modal, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { BusyButton } from './BusyButton'
import { DialogActions } from './DialogActions'
import { ErrorNotice } from './ErrorNotice'
import { useNameForm } from './name-form'

interface NameDialogProps {
  readonly title: string
  readonly label: string
  readonly description?: string
  /** Label of the button that saves. */
  readonly action: string
  /** Initial name. */
  readonly name: string
  readonly schema: z.ZodType<{ readonly name: string }, { readonly name: string }>
  /** Main refuses a name that is taken, as it knows them all. */
  readonly save: (name: string) => Promise<unknown>
  /** Called before the dialog closes. */
  readonly onSaved: (name: string) => void
  readonly onClose: () => void
}

/** So that a new name replaces the old one. */
const selectName = (field: HTMLInputElement | null) => field?.select()

/** Asks for a name that is only on this computer. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, description, action, name, schema, save, onSaved, onClose } = props
  const { field, onSubmit, mutate, isPending, error } = useNameForm<string, unknown>({
    ...{ name, schema },
    saving: { mutationFn: save, onSuccess: (_, next) => onSaved(next) },
  })

  return (
    <Modal opened onClose={onClose} title={title} centered withCloseButton={false}>
      <form onSubmit={onSubmit((next) => mutate(next, { onSuccess: onClose }))} noValidate>
        <TextInput ref={selectName} label={label} description={description} data-autofocus dir="auto" {...field} />
        {error && <ErrorNotice mt={16} error={error} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={isPending}>
            {action}
          </BusyButton>
        </DialogActions>
      </form>
    </Modal>
  )
}
