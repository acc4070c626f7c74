// The operating system's own dialogs, answered as a person would: they stand outside of every page.
import type { ElectronApplication } from '@playwright/test'

interface Answering {
  /** The button that is pressed when the app asks something. */
  readonly button?: string
  /** The file that is chosen when the app asks where to save. */
  readonly file?: string
}

/** From now on, and instead of what was answered before. */
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

/** What was asked since, one line each: the question, its details, its buttons. */
export function askedDialogs(electron: ElectronApplication): Promise<readonly string[]> {
  return electron.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
}
