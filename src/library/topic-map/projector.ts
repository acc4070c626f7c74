// The projection on a thread of its own, which takes most of a minute for a large workspace, while the library answers.
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { createProjection, type Positions, type Projection, type Vectors } from './projection'

export interface Projector {
  arrange(sample: Vectors, report: (share: number) => void): Promise<Positions>
  resume(sample: Vectors, positions: Positions): Promise<void>
  place(vectors: Vectors): Promise<Positions>
  /** Stops at once. Unanswered requests are rejected. */
  stop(): void
}

type Method = keyof Projection
interface Request {
  readonly method: Method
  readonly given: readonly unknown[]
}
type Reply = { readonly share: number } | { readonly value: unknown }

/** @param file of the program, which calls `answerProjector` on a thread */
export function startProjectorThread(file: string): Projector {
  // Without the options of the process itself, such as a script to begin with.
  const worker = new Worker(file, { execArgv: [] })
  let reject: ((error: Error) => void) | null = null
  let failed: Error | null = null
  const fail = (error: Error) => {
    failed ??= error
    reject?.(failed)
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread of the projection ended.')))
  worker.unref()

  /** One at a time. */
  function ask(method: Method, given: readonly unknown[], report?: (share: number) => void): Promise<unknown> {
    return new Promise((resolve, rejected) => {
      if (failed !== null) return rejected(failed)
      reject = rejected
      const onReply = (reply: Reply) => {
        if ('share' in reply) return report?.(reply.share)
        worker.off('message', onReply)
        reject = null
        resolve(reply.value)
      }
      worker.on('message', onReply)
      worker.postMessage({ method, given } satisfies Request)
    })
  }

  return {
    arrange: (sample, report) => ask('arrange', [sample], report) as Promise<Positions>,
    resume: async (sample, positions) => void (await ask('resume', [sample, positions])),
    place: (vectors) => ask('place', [vectors]) as Promise<Positions>,
    stop: () => void worker.terminate(),
  }
}

/** Answers requests on the thread, until it is stopped. Returns whether this is such a thread. */
export function answerProjector(): boolean {
  const port = parentPort
  if (isMainThread || port === null) return false
  const projection = createProjection()
  const report = (share: number) => port.postMessage({ share } satisfies Reply)
  port.on('message', ({ method, given }: Request) => {
    const call = projection[method] as (...given: unknown[]) => unknown
    port.postMessage({ value: call(...given, report) } satisfies Reply)
  })
  return true
}

/** Runs on this thread, for tests. */
export function projectHere(): Projector {
  const projection = createProjection()
  let isStopped = false
  const next = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    if (isStopped) throw new Error('The projection was stopped.')
  }
  return {
    async arrange(sample, report) {
      await next()
      return projection.arrange(sample, report)
    },
    async resume(sample, positions) {
      await next()
      projection.resume(sample, positions)
    },
    async place(vectors) {
      await next()
      return projection.place(vectors)
    },
    stop() {
      isStopped = true
    },
  }
}
