// Answers the operating system's own dialogs, which are outside every page, as a person would.
import type { ElectronApplication } from '@playwright/test'

interface Answering {
  /** The button to press when the app asks a question. */
  readonly button?: string
  /** The file to choose when the app asks where to save. */
  readonly file?: string
}

/** Sets the answers from now on, in place of earlier ones. */
export async function answerDialogs(electron: ElectronApplication, answering: Answering): Promise<void> {
  await electron.evaluate(({ dialog }, { button, file }) => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    const answer = async (...args: readonly unknown[]) => {
      const { message = '', detail = '', buttons = [] } = args.at(-1) as Electron.MessageBoxOptions
      asked.push(`${message} | ${detail} | ${buttons.join(', ')}`)
      return { response: Math.max(0, buttons.indexOf(button ?? '')), checkboxChecked: false }
    }
    const choose = async (...args: readonly unknown[]) => {
      asked.push(`save | ${(args.at(-1) as Electron.SaveDialogOptions).defaultPath ?? ''}`)
      return { canceled: file === undefined, filePath: file ?? '' }
    }
    Object.assign(dialog, { showMessageBox: answer, showSaveDialog: choose })
  }, answering)
}

/** Questions asked since then, one line each: the question, its details, its buttons. */
export function askedDialogs(electron: ElectronApplication): Promise<readonly string[]> {
  return electron.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
}
