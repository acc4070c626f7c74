import type { Binding } from './every-key'
import { notifyWithButton } from './notify-with-button'

/** Says what was done, with a button that undoes it; `binding` does the same. Returns the notice's id. */
export function notifyUndo(message: string, onUndo: () => void, binding?: Binding): string {
  return notifyWithButton({ message, label: 'Undo', run: onUndo, binding })
}
