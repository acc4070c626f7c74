/** A service with the generator's insights, and a profile of the app that has synced them. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { _electron } from '@playwright/test'
import { inProject } from '../setup/paths.mjs'
import { stopProcess } from '../setup/processes.mjs'

const syncLimitMs = 10 * 60_000

/** @param {{ node: string, env: NodeJS.ProcessEnv, insights: number, hasValidators?: boolean }} options */
export async function startService({ node, env, insights, hasValidators = true }) {
  const command = inProject('out', 'main', 'sandbox-command-line.cjs')
  const args = [command, '--insights', String(insights), ...(hasValidators ? ['--validators'] : [])]
  const child = spawn(node, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const { baseUrl, organisationId, workspaceId, workspaceName, token } = JSON.parse(line)
    const connection = {
      environment: 'staging',
      baseAddress: baseUrl,
      organisationId,
      workspaceId,
      workspaceName,
      token,
    }
    return { connection, stop: () => stopProcess(child, { graceMs: 2000 }) }
  }
  throw new Error('The service ended before it was ready.')
}

export function makeProfile() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'discovery-desk-bench-profile-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) }
}

/** Opens the app under remote control; `call` makes calls of its page. */
export async function openApp({ electron, flags, env, profile, folder = inProject() }) {
  const app = await _electron.launch({
    executablePath: electron,
    args: [folder, ...flags, `--user-data-dir=${profile}`],
    cwd: inProject(),
    env,
    timeout: 60_000,
  })
  const page = await app.firstWindow()
  const call = async (name, input) => {
    const reply = await page.evaluate(
      ([callName, callInput]) =>
        globalThis.discoveryDesk.call({ name: callName, callId: crypto.randomUUID(), input: callInput }),
      [name, input],
    )
    if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`)
    return reply.value
  }
  return { app, page, call, quit: () => app.close() }
}

/**
 * Connects, and resolves when the first sync has ended and the rows are on screen.
 * @param onReady right before it connects, which starts the first sync
 */
export async function connectAndSync({ page, call }, connection, onReady = async () => {}) {
  await page.getByRole('button', { name: 'Connect a workspace' }).waitFor()
  await page.evaluate(() => {
    globalThis.benchStop?.()
    globalThis.benchStop = globalThis.discoveryDesk.on(({ name, payload }) => {
      if (name === 'sync.changed' && payload.state === 'synced') globalThis.benchSyncedAt = Date.now()
    })
  })
  await onReady()
  const { workspace } = await call('environments.connect', connection)
  const until = Date.now() + syncLimitMs
  for (;;) {
    const { state, error } = await call('sync.status', { workspace })
    if (state === 'synced') break
    if (state !== 'syncing' && error !== null) throw new Error(`The sync failed: ${error.code}`)
    if (Date.now() > until) throw new Error('The sync took too long.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await waitForRows({ page })
  return workspace
}

export const waitForRows = ({ page }) => page.locator('tbody tr[aria-rowindex]:not([aria-busy])').first().waitFor()
