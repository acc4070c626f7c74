import { notifications } from '@mantine/notifications'
import type { Binding } from './every-key'
import { NoticeWithButton } from './NoticeWithButton'

interface UndoOptions {
  /** That does the same. */
  readonly binding?: Binding
}

/** Says what was done, with a button that undoes it. Returns the notice's id. */
export function notifyUndo(message: string, onUndo: () => void, { binding }: UndoOptions = {}): string {
  const undo = () => {
    notifications.hide(id)
    onUndo()
  }
  const id = notifications.show({
    role: 'status',
    autoClose: 10_000,
    message: <NoticeWithButton message={message} label="Undo" binding={binding} onClick={undo} />,
  })
  return id
}
