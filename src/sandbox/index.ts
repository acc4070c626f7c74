// The sandbox as a utility process of the app: told to start and to stop over the parent port. The port is typed here
// because this code also has to load without Electron.
import { z } from 'zod'
import { type RunningSandbox, startService } from './start'

const Request = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    dataFile: z.string().min(1).optional(),
    insights: z.int().min(0).optional(),
    port: z.int().min(0).max(65_535).optional(),
  }),
  z.object({ type: z.literal('stop') }),
])

/** What the process answers: once `ready` or `failed` (in words, for a log) after `start`; it exits after `stop`. */
export type SandboxReply =
  | ({ readonly type: 'ready' } & Pick<
      RunningSandbox,
      'baseUrl' | 'organisationId' | 'workspaceId' | 'workspaceName' | 'token' | 'metrics' | 'topics'
    >)
  | { readonly type: 'failed'; readonly message: string }

interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
  postMessage(message: SandboxReply): void
}

const { parentPort } = process as { readonly parentPort?: ParentPort }
if (parentPort === undefined) throw new Error('This file runs as a utility process; use the command line instead')

let running: Promise<RunningSandbox> | undefined

async function start(port: ParentPort, options: Extract<z.infer<typeof Request>, { type: 'start' }>): Promise<void> {
  try {
    running ??= startService(options)
    const { baseUrl, organisationId, workspaceId, workspaceName, token, metrics, topics } = await running
    port.postMessage({
      type: 'ready',
      ...{ baseUrl, organisationId, workspaceId, workspaceName, token, metrics, topics },
    })
  } catch (error) {
    running = undefined
    port.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

async function stop(): Promise<never> {
  const sandbox = await running?.catch(() => undefined)
  await sandbox?.close()
  process.exit(0)
}

parentPort.on('message', ({ data }) => {
  const request = Request.parse(data)
  void (request.type === 'start' ? start(parentPort, request) : stop())
})
