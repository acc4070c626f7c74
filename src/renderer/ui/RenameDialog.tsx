import type { z } from 'zod'
import { announce } from './announce'
import { NameDialog } from './NameDialog'

interface RenameDialogProps {
  /** The renamed thing in a word: "View". */
  readonly subject: string
  readonly description?: string
  readonly name: string
  readonly schema: z.ZodType<{ readonly name: string }, { readonly name: string }>
  /** Main refuses a name that is taken, as it knows them all. */
  readonly rename: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for a new name of something that the person named, on this computer only. */
export function RenameDialog({ subject, description, name, schema, rename, onClose }: RenameDialogProps) {
  return (
    <NameDialog
      title={`Rename ${subject.toLowerCase()}`}
      label={`${subject} name`}
      action="Save name"
      {...{ description, name, schema, onClose }}
      save={rename}
      onSaved={(next) => announce(`${subject} renamed to ${next}`)}
    />
  )
}
