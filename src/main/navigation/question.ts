// What main asks a person by itself, for what comes from outside of the page.

export interface Question {
  readonly message: string
  readonly detail: string
  /** Of the button that goes ahead; the other one is Cancel, and the one that Enter presses. */
  readonly accept: string
}

export interface Dialogs {
  ask(question: Question): Promise<boolean>
  tell(message: string, detail: string): Promise<void>
  /** Where to write a file; null when the person cancelled. */
  chooseFile(name: string, kind: { readonly name: string; readonly extension: string }): Promise<string | null>
}
