// The sandbox as a utility process of the app, which starts and stops it over the parent port. The port is typed here
// because this code must also load without Electron.
import { type SandboxMessage, SandboxRequest } from '../contract/sandbox'
import { type RunningSandbox, startService } from './start'

interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
  postMessage(message: SandboxMessage): void
}

const { parentPort } = process as { readonly parentPort?: ParentPort }
if (parentPort === undefined) throw new Error('This file runs as a utility process; use the command line instead')

let running: Promise<RunningSandbox> | undefined
let performed = Promise.resolve()

async function start(port: ParentPort, options: Extract<SandboxRequest, { type: 'start' }>): Promise<void> {
  try {
    const { dataFile, insights } = options
    running ??= startService({ dataFile: dataFile ?? undefined, insights: insights ?? undefined })
    const { baseUrl, organisationId, workspaceId, workspaceName, token, metrics, topics } = await running
    const names = { metrics: [...metrics], topics: [...topics] }
    port.postMessage({ type: 'ready', baseUrl, organisationId, workspaceId, workspaceName, token, ...names })
  } catch (error) {
    running = undefined
    port.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

/** Runs an action after all earlier ones. */
function perform(port: ParentPort, action: (sandbox: RunningSandbox | undefined) => Promise<void> | undefined): void {
  performed = performed.then(async () => {
    try {
      await action(await running)
      port.postMessage({ type: 'done' })
    } catch (error) {
      port.postMessage({ type: 'not-done', message: error instanceof Error ? error.message : String(error) })
    }
  })
}

async function stop(): Promise<never> {
  const sandbox = await running?.catch(() => undefined)
  await sandbox?.close()
  process.exit(0)
}

parentPort.on('message', ({ data }) => {
  const request = SandboxRequest.parse(data)
  if (request.type === 'start') void start(parentPort, request)
  else if (request.type === 'pass-week') perform(parentPort, (sandbox) => sandbox?.passWeek())
  else if (request.type === 'set-online') perform(parentPort, (sandbox) => sandbox?.setOnline(request.isOnline))
  else void stop()
})
