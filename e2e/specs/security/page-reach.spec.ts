// Every way out of the window is closed, to a person's mistake and to a compromised page.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from '../../fixtures/test'

async function listen(): Promise<{ address: string; hits: string[]; close: () => void }> {
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.setHeader('Content-Type', 'text/html').end('<h1>Elsewhere</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits, close }
}

test('a dropped file, a middle click, a frame and a script cannot navigate the window', async ({ firstStart }) => {
  const canary = await listen()
  const { electron, page } = firstStart
  try {
    await expect(page.getByRole('button', { name: 'Explore the sandbox' })).toBeVisible()
    const place = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())
    const before = await place()
    expect(before).toMatch(/^app:\/\//)
    // Records attempts to navigate, to tell a window that was stopped from one that never tried.
    await electron.evaluate(({ BrowserWindow }) => {
      const tried: string[] = []
      Object.assign(globalThis, { tried })
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      contents?.on('will-navigate', (_event, url) => tried.push(url))
      contents?.on('will-frame-navigate', (details) => tried.push(details.url))
    })

    const debug = await page.context().newCDPSession(page)
    const file = path.resolve(import.meta.dirname, '../../../README.md')
    const data = { items: [], files: [file], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await debug.send('Input.dispatchDragEvent', { type, x: 300, y: 400, data })
    }
    await debug.detach()

    await page.evaluate((address) => {
      const link = document.createElement('a')
      link.id = 'canary'
      link.href = `${address}/middle`
      link.textContent = 'elsewhere'
      Object.assign(link.style, { position: 'fixed', top: '0', left: '0', zIndex: '9999' })
      document.body.append(link)
      const frame = document.createElement('iframe')
      frame.id = 'frame'
      document.body.append(frame)
    }, canary.address)
    await page.locator('#canary').click({ button: 'middle', noWaitAfter: true })
    await page.evaluate((address) => {
      const frame = document.getElementById('frame') as HTMLIFrameElement
      if (frame.contentWindow) frame.contentWindow.location.href = `${address}/frame`
      globalThis.location.href = `${address}/top`
    }, canary.address)

    await expect
      .poll(() => electron.evaluate(() => (globalThis as unknown as { tried: string[] }).tried))
      .toContain(`${canary.address}/top`)
    expect(await place()).toBe(before)
    expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    expect(canary.hits).toEqual([])
    // A locator would wait for the end of navigations that never began.
    expect(await page.evaluate(() => document.body.innerText)).toContain('Explore the sandbox')
    // The canary does answer permitted clients.
    expect(await (await fetch(`${canary.address}/proof`)).text()).toContain('Elsewhere')
  } finally {
    canary.close()
  }
})

test('requested permissions are denied, not just reported as denied', async ({ firstStart }) => {
  const { page } = firstStart
  const answers = await page.evaluate(async () => {
    const answer = async (ask: () => Promise<unknown>) => {
      try {
        return String(await ask())
      } catch (refusal) {
        return (refusal as { name?: string; code?: number }).name ?? `code ${(refusal as { code: number }).code}`
      }
    }
    return {
      notifications: await answer(() => Notification.requestPermission()),
      microphone: await answer(() => navigator.mediaDevices.getUserMedia({ audio: true })),
      midi: await answer(() => navigator.requestMIDIAccess({ sysex: true })),
      place: await answer(
        () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
      ),
    }
  })
  expect(answers.notifications).toBe('denied')
  expect(answers.microphone).toMatch(/NotAllowedError|NotFoundError/)
  expect(answers.midi).toMatch(/SecurityError|NotAllowedError/)
  expect(answers.place).toMatch(/code 1|GeolocationPositionError/)
})
