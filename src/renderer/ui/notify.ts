// Notices at the edge of the window, for what failed away from where the person looks; errors of a form belong on it.
import { asAppError, wordsFor } from './words'

let isNeeded = false
const listeners = new Set<() => void>()

export const hasNotices = () => isNeeded

export function subscribeToNotices(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function needNotices() {
  isNeeded = true
  for (const listener of listeners) listener()
}

export function notifyError(error: unknown): void {
  const appError = asAppError(error)
  if (appError.code === 'CANCELLED') return
  const { title, text } = wordsFor(appError)
  needNotices()
  void import('./Notices').then(({ notifications }) =>
    notifications.show({ color: 'red', title, message: `${text} ${appError.message}`.trim(), autoClose: 10_000 }),
  )
}
