import { notifications } from '@mantine/notifications'
import { asAppError, wordsFor } from './words'

/** For what failed away from where the person looks; errors of a form belong on the form. */
export function notifyError(error: unknown): void {
  const appError = asAppError(error)
  if (appError.code === 'CANCELLED') return
  const { title, text } = wordsFor(appError)
  notifications.show({ color: 'red', title, message: `${text} ${appError.message}`.trim(), autoClose: 10_000 })
}

/** For what a person should know of, wherever they look. */
export function notifyStatus(message: string): void {
  notifications.show({ message, role: 'status', autoClose: 10_000 })
}
