import { client } from '../client/bridge'
import { notifyError, notifyStatus } from './notify'

/** Copies a text to the clipboard. @param done text of the notice that confirms it */
export function copyText(text: string, done: string): void {
  client.shell.copyText({ text }).then(() => notifyStatus(done), notifyError)
}
