// Native dialogs that a call of the page sets off. A page that was taken over must not wear the person down: one dialog
// at a time, and after a No none until the person has clicked or pressed Enter or the space bar in the window.
import { AppError } from '../../contract/errors'
import type { Dialogs } from '../question'
import type { UserInput } from './user-input'

/** All throw NOT_ASKED for a dialog that may not be shown now: that is no answer of the person. */
export interface PageQuestions extends Pick<Dialogs, 'ask' | 'chooseFile'> {
  /** Call it before work that precedes the dialog. */
  requireMayShow(): void
}

export interface PageQuestionsDeps {
  readonly dialogs: Pick<Dialogs, 'ask' | 'chooseFile'>
  readonly input: Pick<UserInput, 'count'>
}

export function createPageQuestions({ dialogs, input }: PageQuestionsDeps): PageQuestions {
  let isOpen = false
  let question: { readonly key: string; readonly answer: Promise<boolean> } | null = null
  /** The number of clicks and keys when the person said No. */
  let declinedAt: number | null = null

  function requireMayShow(): void {
    const isQuiet = declinedAt !== null && input.count() === declinedAt
    if (isOpen || isQuiet) throw new AppError('NOT_ASKED', 'Another dialog was open, or the last one was cancelled.')
  }

  async function show<Answer>(dialog: () => Promise<Answer>): Promise<Answer> {
    isOpen = true
    try {
      const answer = await dialog()
      declinedAt = answer === false || answer === null ? input.count() : null
      return answer
    } finally {
      isOpen = false
      question = null
    }
  }

  return {
    requireMayShow,
    async ask(asked) {
      const key = JSON.stringify(asked)
      // Asked twice at once: one answer for both.
      if (question?.key === key) return question.answer
      requireMayShow()
      const answer = show(() => dialogs.ask(asked))
      question = { key, answer }
      return answer
    },
    async chooseFile(name, kind) {
      requireMayShow()
      return show(() => dialogs.chooseFile(name, kind))
    },
  }
}
