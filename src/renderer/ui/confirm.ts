// Asks for confirmation before something that can't be undone or that happens in production. Asking again while a
// question is open answers the first with no.
export interface Question {
  readonly title: string
  readonly text: string
  readonly confirmLabel: string
  /** Red for a question that should make one stop. */
  readonly tone: 'danger' | 'calm'
}

/** Fetches the dialog when it is needed: the first rows need no dialogs. */
export async function confirm(question: Question): Promise<boolean> {
  const { openQuestion } = await import('./Questions')
  return openQuestion(question)
}
