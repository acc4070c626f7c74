// Asks the person before something that cannot be taken back or that happens in production. One dialog answers
// (ConfirmDialog); asking again while it is open answers the first question with no.
import { useSyncExternalStore } from 'react'

export interface Question {
  readonly title: string
  readonly text: string
  readonly confirmLabel: string
  /** Red for what should make one stop. */
  readonly tone: 'danger' | 'calm'
}

export interface OpenQuestion extends Question {
  readonly answer: (isConfirmed: boolean) => void
}

let open: OpenQuestion | null = null
const listeners = new Set<() => void>()

function set(next: OpenQuestion | null) {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function askFirst(question: Question): Promise<boolean> {
  open?.answer(false)
  return new Promise((resolve) => {
    set({
      ...question,
      answer: (isConfirmed) => {
        set(null)
        resolve(isConfirmed)
      },
    })
  })
}

export function useQuestion(): OpenQuestion | null {
  return useSyncExternalStore(subscribe, () => open)
}
