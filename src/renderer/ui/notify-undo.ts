import type { Binding } from './every-key'
import { notifyWithButton } from './notify-with-button'

interface UndoOptions {
  /** That does the same. */
  readonly binding?: Binding
}

/** Says what was done, with a button that undoes it. Returns the notice's id. */
export function notifyUndo(message: string, onUndo: () => void, { binding }: UndoOptions = {}): string {
  return notifyWithButton({ message, label: 'Undo', run: onUndo, binding })
}
