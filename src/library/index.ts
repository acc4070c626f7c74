// Entry of the library process. It has no network, no keychain and no token: requests come over the port of the
// parent, everything else it needs comes with them.
import { answerRequest, createLibrary, isRequest } from './library'

/** The part of a utility process's port that is used; typed here so that nothing of Electron is imported. */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void
  postMessage(message: unknown): void
}

// Files beside the database are made by the driver: whatever it makes is for this person alone.
process.umask(0o077)

// A reader of stderr that went away must not end the process.
process.stderr.on('error', () => undefined)
const log = (line: string) => void process.stderr.write(`library: ${line}\n`)
const { parentPort } = process as NodeJS.Process & { readonly parentPort?: ParentPort }
const library = createLibrary({ now: () => new Date(), log, tell: (news) => parentPort?.postMessage(news) })

parentPort?.on('message', ({ data }) => {
  if (!isRequest(data)) return log('A message that is no request was dropped.')
  void answerRequest(library, data, log).then((reply) => parentPort.postMessage(reply))
})

process.on('exit', () => library.closeAllNow())
process.on('SIGTERM', () => process.exit(0))
process.on('unhandledRejection', (reason) => log(`Unhandled: ${String(reason)}`))
