// Asks before something is deleted for good, as the service cannot take it back. No form, so that Enter never deletes by
// accident: only the button does, and the focus starts on the other one. Failures are shown in the dialog, and the typed text
// stays.
import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ChangePlace } from './ChangePlace'
import { DeletionBody } from './DeletionBody'
import type { DeletableKind } from './deletion/deletion-words'
import classes from './deletion.module.css'
import { HiddenMark } from './MaskedText'
import { shortened } from './record-words'
import { useDeletion, useIsDeleting } from './use-deletion'

const longestTitle = 300

interface Subject {
  readonly kind: DeletableKind
  /** null: the record has no title. */
  readonly title: string | null
  readonly id: string
  /** The service asks for discretion: the title is shown on request only. */
  readonly isHidden?: boolean
  /** The linked records: mounted while the dialog is open. */
  readonly consequences: ReactNode
  /** Called when the record is gone and a notice has said so. The dialog is closed already. */
  readonly onDeleted: () => void
}

interface ConfirmDeleteProps extends Subject {
  readonly onClose: () => void
}

function Confirmation({ onClose, consequences, isHidden = false, ...subject }: ConfirmDeleteProps) {
  const [isMasked, setIsMasked] = useState(isHidden)
  const deletion = useDeletion({
    ...subject,
    onDeleted: () => {
      onClose()
      subject.onDeleted()
    },
  })
  const title = subject.title?.trim() ?? ''

  return (
    <>
      <ChangePlace />
      {isMasked ? (
        <p className={classes.title}>
          <HiddenMark size={16} />
          <Button size="compact-xs" variant="default" onClick={() => setIsMasked(false)}>
            Reveal
          </Button>
        </p>
      ) : (
        <p className={classes.title} dir="auto">
          {title === '' ? `Untitled: ${subject.id}` : shortened(title, longestTitle)}
        </p>
      )}
      {consequences}
      <DeletionBody deletion={deletion} isMasked={isMasked} onCancel={onClose} isCancelFirst />
    </>
  )
}

export function ConfirmDelete({ onClose, ...subject }: ConfirmDeleteProps) {
  const isRunning = useIsDeleting(subject.kind)
  return (
    <Modal
      opened
      onClose={() => !isRunning && onClose()}
      title={`Delete ${subject.kind}`}
      centered
      withCloseButton={false}
    >
      <Confirmation {...subject} onClose={onClose} />
    </Modal>
  )
}
