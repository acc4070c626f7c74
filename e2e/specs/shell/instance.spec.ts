import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { faults } from '../../../src/sandbox/testing/faults'
import { createInsight } from '../../commands/create-insight'
import { readProcesses } from '../../commands/read-processes'
import { waitForRows } from '../../commands/read-rows'
import { startSecond, startWithoutTemporary } from '../../commands/start-second'
import { held } from '../../fixtures/held'
import { expect, test } from '../../fixtures/test'

test('a second start with the same profile exits with 0 and focuses the first window; a restart restores its bounds', async ({
  sandbox: { electron, page, quit },
  start,
  profile,
}) => {
  await electron.evaluate(({ app, BrowserWindow }) => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    app.on('second-instance', () => seen.push('second-instance'))
    BrowserWindow.getAllWindows()[0]?.minimize()
    const [window] = BrowserWindow.getAllWindows()
    const focus = window?.focus.bind(window)
    if (window && focus) {
      window.focus = () => {
        seen.push('focus')
        focus()
      }
    }
  })
  expect(await startSecond(profile)).toBe(0)
  const seen = () => electron.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  await expect.poll(seen).toEqual(expect.arrayContaining(['second-instance', 'focus']))
  const state = () =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => [window.isMinimized(), window.isVisible()]),
    )
  await expect.poll(state).toEqual([[false, true]])
  await waitForRows(page)

  const place = { x: 40, y: 30, width: 1010, height: 640 }
  await electron.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), place)
  const bounds = ({ BrowserWindow }: typeof import('electron')) => BrowserWindow.getAllWindows()[0]?.getBounds()
  await expect.poll(() => electron.evaluate(bounds)).toEqual(place)
  await quit()
  const second = await start()
  await expect.poll(() => second.electron.evaluate(bounds)).toEqual(place)
})

for (const way of ['a quit', 'the closing of the window']) {
  test(`a start during ${way} starts the app again once it has ended, with the link that it was to open`, async ({
    startTroubled,
    profile,
  }) => {
    // Playwright's own switches aren't passed on, and root needs this one.
    const { page, faulty, electron, isRunning, service } = await startTroubled({ app: { args: ['--no-sandbox'] } })
    // A quit waits a few seconds for the answer to a change.
    const creation = held(faults.json({}))
    faulty.script({ method: 'POST', fault: creation.fault })
    void createInsight(page, { title: 'Still being sent', description: 'While the app is quit.' }).catch(() => {})
    await creation.taken
    // On a slow machine, a start takes longer than the quit. So the quit begins when the start is heard of, just before the
    // app acts on it.
    await electron.evaluate(({ app, BrowserWindow }, isQuit) => {
      app.prependOnceListener('second-instance', () =>
        isQuit ? app.quit() : BrowserWindow.getAllWindows()[0]?.close(),
      )
    }, way === 'a quit')
    const link = `discovery-desk://staging/${service.workspaceId}/knowledge`
    expect(await startSecond(profile, [link])).toBe(0)
    await expect.poll(isRunning).toBe(false)
    const started = async () =>
      (await readProcesses(1)).find(
        ({ commandLine }) => commandLine.includes(`--user-data-dir=${profile}`) && commandLine.includes(link),
      )
    await expect.poll(started).toBeDefined()
    const lastRoute = async () => (await readFile(path.join(profile, 'settings.json'), 'utf8')).includes('/knowledge')
    await expect.poll(lastRoute).toBe(true)
    const again = await started()
    if (again === undefined) throw new Error('The app that started again has ended by itself.')
    process.kill(again.pid, 'SIGTERM')
    await expect.poll(started).toBeUndefined()
  })
}

test('a start that cannot lock the profile says why instead of ending like a second one', async ({ profile }) => {
  // Chromium makes a folder that is missing, but not within a file.
  const file = path.join(profile, 'a-file')
  await writeFile(file, '')
  const missing = path.join(file, 'missing')
  const refused = startWithoutTemporary(profile, missing)
  try {
    await expect
      .poll(refused.output)
      .toContain(`not started: The app can’t write to the folder for temporary files, ${missing}.`)
  } finally {
    await refused.end()
  }
})
