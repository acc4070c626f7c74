import { spawn, spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Bridge } from '../../../src/contract/bridge'
import { noteInSummary } from '../../commands/note-in-summary'
import { expect, test } from '../../fixtures/test'

test('the window is isolated, sandboxed and without Node, as reported by Electron', async ({ firstStart }) => {
  const { electron, page } = firstStart
  const windows = await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => {
      const contents = window.webContents as typeof window.webContents & {
        getLastWebPreferences(): Record<string, unknown>
      }
      return contents.getLastWebPreferences()
    }),
  )
  expect(windows).toHaveLength(1)
  expect(windows[0]).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
  })
  // Some versions report it only when it is on.
  expect(windows[0]?.nodeIntegrationInWorker ?? false).toBe(false)
  expect(await page.evaluate(() => [typeof globalThis.require, typeof globalThis.process])).toEqual([
    'undefined',
    'undefined',
  ])
})

/** Seccomp modes (0 none, 2 filtered) of the pages' processes that belong to a profile. */
async function seccompOfPages(profile: string): Promise<string[]> {
  const modes: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name))) {
    // A process may have ended meanwhile.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!command.includes(profile) || !command.includes('--type=renderer')) continue
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    modes.push(/^Seccomp:\s*([0-9])$/m.exec(status)?.[1] ?? 'ended')
  }
  return modes
}

// Playwright turns off Chromium's sandbox, so this test starts the app without Playwright. In a user namespace of its own,
// root counts as another user. On a computer without such namespaces, Chromium has to refuse to start. As root, as in a
// container, it can't be tried there. The first test covers what the app asks for.
test('without --no-sandbox the page runs under Seccomp, or not at all', async ({ profile, firstStart }) => {
  const executable = await firstStart.electron.evaluate(() => process.execPath)
  const command = [executable, '.', `--user-data-dir=${profile}`]
  const asNobody = ['unshare', '--user', '--map-user=1000', '--map-group=1000']
  const prefix = process.getuid?.() === 0 ? asNobody : []
  const [program = '', ...args] = [...prefix, ...command]
  if (prefix.length > 0 && spawnSync(program, [...prefix.slice(1), 'true']).status !== 0) {
    return noteInSummary('Chromium’s sandbox is NOT tried here: root can’t open a user namespace on this computer.')
  }
  const child = spawn(program, args, {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (text: Buffer) => {
    said += text.toString()
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const isRefused = () => (child.signalCode !== null || (child.exitCode ?? 0) !== 0) && /sandbox/i.test(said)
  try {
    await expect
      .poll(async () => (isRefused() ? ['refused'] : await seccompOfPages(profile)), { timeout: 60_000 })
      .toEqual([expect.stringMatching(/^(2|refused)$/)])
  } finally {
    child.kill('SIGTERM')
    await ended
  }
})

test('the page gets two frozen functions and nothing else', async ({ firstStart }) => {
  const { page } = firstStart
  const shape = await page.evaluate(() => {
    const bridge = (globalThis as unknown as { discoveryDesk: Record<string, unknown> }).discoveryDesk
    return {
      names: Object.keys(bridge).sort(),
      kinds: Object.values(bridge).map((value) => typeof value),
      isFrozen: Object.isFrozen(bridge),
      globals: ['ipcRenderer', 'electron', 'require', 'module'].filter((name) => name in globalThis),
    }
  })
  expect(shape).toEqual({ names: ['call', 'on'], kinds: ['function', 'function'], isFrozen: true, globals: [] })
  const pushed = await page.evaluate(() => {
    const { discoveryDesk } = globalThis as unknown as { discoveryDesk: Bridge }
    return new Promise<readonly string[][]>((resolve) => {
      discoveryDesk.on((...all: readonly object[]) => resolve(all.map((each) => Object.keys(each).sort())))
      void discoveryDesk.call({ name: 'environments.lock', callId: 'lock', input: { environment: 'staging' } })
    })
  })
  // Electron's own event object, through which a page could reply past the bridge, stays in the preload script.
  expect(pushed).toEqual([['name', 'payload']])
})

test('the page is served from app:// with the strict policy, never violates it itself, and cannot bypass it', async ({
  start,
}) => {
  // In a shared window, the reload could lead to another test's view.
  const { page } = await start()
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await page.reload()
  await page.getByRole('button', { name: 'Explore the sandbox' }).click()
  await expect(page.getByRole('table', { name: 'Insights' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'New insight' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('main')).toBeVisible()
  expect(messages.filter((text) => /Content Security Policy|Refused to/i.test(text))).toEqual([])

  expect(page.url()).toMatch(/^app:\/\/discovery-desk\//)
  await page.evaluate(async () => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    document.addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective))
    const script = document.createElement('script')
    script.textContent = 'globalThis.injected = true'
    document.body.append(script)
    const image = document.createElement('img')
    image.src = 'https://juniperbikes.example/pixel.png'
    document.body.append(image)
    const markup = document.createElement('div')
    markup.innerHTML = '<p style="color:red">x</p><img src=x onerror="globalThis.injected = true">'
    document.body.append(markup)
    // The debugger allows eval while its own script runs. A later task has no such privilege, like a page.
    await new Promise((resolve) => setTimeout(resolve))
    try {
      // biome-ignore lint/security/noGlobalEval: that it is refused is what is tested.
      globalThis.eval('globalThis.injected = true')
    } catch {
      seen.push('eval')
    }
    const link = document.createElement('a')
    link.href = 'javascript:globalThis.injected=true'
    document.body.append(link)
    link.click()
  })
  const seen = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  const directives = ['script-src-elem', 'img-src', 'style-src-attr', 'script-src-attr', 'eval']
  // Each is reported in a task of its own, and the script of the link as one of an element too.
  await expect.poll(seen).toEqual(expect.arrayContaining(directives))
  await expect.poll(async () => (await seen()).filter((each) => each === 'script-src-elem')).toHaveLength(2)
  expect(await page.evaluate(() => 'injected' in globalThis)).toBe(false)
})
