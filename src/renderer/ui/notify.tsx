import { notifications } from '@mantine/notifications'
import { goNow } from './current-location'
import { LiveText } from './LiveText'
import { type ButtonNotice, notifyWithButton } from './notify-with-button'
import { asAppError, wordsFor } from './words'

/** For a failure away from where the person looks; errors of a form belong on the form. */
export function notifyError(error: unknown): void {
  const appError = asAppError(error)
  if (appError.code === 'CANCELLED') return
  const { title, text } = wordsFor(appError)
  notifications.show({ color: 'red', title, message: `${text} ${appError.message}`, autoClose: 10_000 })
}

/** For a message that should reach the person wherever they look. Returns the notice's id. */
export function notifyStatus(message: string, color?: 'green' | 'yellow'): string {
  return notifications.show({ message: <LiveText>{message}</LiveText>, role: 'status', autoClose: 10_000, color })
}

const ofView = new Set<string>()

/**
 * Reports a success, or near success, in the open view. The notice closes with the view, as it says "the goal" or so.
 * `label`: the workspace, when it is not the open one any more (see use-other-workspace-label.ts).
 */
export function notifyInView(message: string, color: 'green' | 'yellow', label?: string): void {
  // A held key is refused many times; the notice comes once.
  const once = color === 'yellow' && { id: message }
  const words = <LiveText>{message}</LiveText>
  ofView.add(notifications.show({ message: words, color, role: 'status', title: label, ...once }))
}

/** Like `notifyInView`, with a button for the next step. */
export function notifyStepInView(notice: ButtonNotice): void {
  ofView.add(notifyWithButton(notice))
}

/** Like `notifyInView`, for a record that is gone from this view and can be read in another. */
export function notifyMoved(
  message: string,
  link: { readonly label: string; readonly to: string },
  place?: string,
): void {
  notifyStepInView({ message, label: link.label, run: () => goNow(link.to), title: place, color: 'green' })
}

/** Says what was saved, and leads to it. */
export function notifySaved(message: string, showInFolder: () => Promise<unknown>): void {
  const run = () => void showInFolder().catch(notifyError)
  notifyWithButton({ message, label: 'Show in folder', run, color: 'green', shownMs: 20_000 })
}

/** Closes the notices of a view that was left. */
export function clearNoticesOfView(): void {
  for (const id of ofView) notifications.hide(id)
  ofView.clear()
}

/** Closes all notices, as another workspace is open, or none: they are not about the screen any more. */
export function clearNotices(): void {
  notifications.clean()
  ofView.clear()
}
