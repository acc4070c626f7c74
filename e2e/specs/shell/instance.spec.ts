import { waitForRows } from '../../commands/read-rows'
import { startSecond } from '../../commands/start-second'
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
