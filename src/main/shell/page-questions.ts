// Native questions that a call of the page sets off. A page that was taken over must not wear the person down: one
// question at a time, and after a No none until the person has clicked or pressed a key in the window.
import type { Clock } from '../clock'
import type { Question } from '../question'
import type { UserInput } from './user-input'

/** Assistive technology activates buttons without any input that main sees. */
const quietMs = 30_000

export interface PageQuestionsDeps {
  readonly ask: (question: Question) => Promise<boolean>
  readonly input: Pick<UserInput, 'count'>
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/** Resolves to false also for a question that is not shown. The same question asked again meanwhile has the same answer. */
export function createPageQuestions({
  ask,
  input,
  clock,
}: PageQuestionsDeps): (question: Question) => Promise<boolean> {
  let open: { readonly key: string; readonly answer: Promise<boolean> } | null = null
  let declined: { readonly count: number; readonly atMs: number } | null = null

  async function show(question: Question): Promise<boolean> {
    try {
      const isAccepted = await ask(question)
      declined = isAccepted ? null : { count: input.count(), atMs: clock.monotonicMs() }
      return isAccepted
    } finally {
      open = null
    }
  }

  return async (question) => {
    const key = JSON.stringify(question)
    if (open !== null) return open.key === key ? open.answer : false
    const mayAsk = declined === null || input.count() > declined.count || clock.monotonicMs() - declined.atMs > quietMs
    if (!mayAsk) return false
    const answer = show(question)
    open = { key, answer }
    return answer
  }
}
