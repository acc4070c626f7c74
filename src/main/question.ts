// Questions that main asks, about requests that come from outside of the page.

export interface Question {
  readonly message: string
  readonly detail: string
  /** The label of the button that goes ahead. Enter presses the other one. */
  readonly accept: string
  /** The label of the other button, if it isn't Cancel. */
  readonly decline?: string
}

export interface Dialogs {
  ask(question: Question): Promise<boolean>
  tell(message: string, detail: string): Promise<void>
  /** The path to write a file to; null when the person cancelled. */
  chooseFile(name: string, kind: { readonly name: string; readonly extension: string }): Promise<string | null>
  /** Opens the folder of a file that the app wrote, with the file selected. */
  showInFolder(file: string): void
}
