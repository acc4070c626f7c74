// Entry of the library process. It has no network, no keychain and no token: requests come over the port of the
// parent, everything else it needs comes with them. The same file is the program of the thread that computes topic maps.
import { fileURLToPath } from 'node:url'
import { describeError } from '../contract/describe-error'
import type { LibraryLine } from '../contract/library'
import { answerRequest, createLibrary, isRequest } from './library'
import { answerProjector, startProjectorThread } from './topic-map/projector'

/** The part of a utility process's port that is used; typed here so that nothing of Electron is imported. */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void
  postMessage(message: unknown): void
}

function serve(): void {
  // The driver makes the files beside the database: they are for this person alone.
  process.umask(0o077)

  // A reader of stderr that went away must not end the process.
  process.stderr.on('error', () => undefined)
  const { parentPort } = process as NodeJS.Process & { readonly parentPort?: ParentPort }
  /** Sends a line to main, which writes it to the log and to stderr. */
  function log(logged: string): void {
    if (parentPort) parentPort.postMessage({ logged } satisfies LibraryLine)
    else process.stderr.write(`library: ${logged}\n`)
  }
  const library = createLibrary({
    now: () => new Date(),
    log,
    tell: (news) => parentPort?.postMessage(news),
    startProjector: () => startProjectorThread(fileURLToPath(import.meta.url)),
  })

  parentPort?.on('message', ({ data }) => {
    if (!isRequest(data)) return log('Dropped a message that isn’t a request.')
    void answerRequest(library, data, log).then((reply) => parentPort.postMessage(reply))
  })

  process.on('exit', () => library.closeAllNow())
  process.on('SIGTERM', () => process.exit(0))
  process.on('unhandledRejection', (reason) => log(`unhandled: ${describeError(reason)}`))
}

if (!answerProjector()) serve()
