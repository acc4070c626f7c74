import { client } from '../client/bridge'
import { notifyError, notifyStatus } from './notify'

/** Puts a text where it can be pasted from. @param done what a notice says then */
export function copyText(text: string, done: string): void {
  client.shell.copyText({ text }).then(() => notifyStatus(done), notifyError)
}
