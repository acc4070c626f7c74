// The bridge in the hands of a compromised page, which may make any call of the page with any text.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ElectronApplication, Page } from '@playwright/test'
import { answerDialogs, askedDialogs } from '../../commands/answer-dialogs'
import { callBridge } from '../../commands/call-bridge'
import { namesResolved } from '../../commands/names-resolved'
import { expect, test } from '../../fixtures/test'

const uuid = '7d7b2c52-6d7c-4d6e-9a43-0a4b0f0a6c11'
const connection = { environment: 'staging', organisationId: uuid, workspaceId: uuid, token: 'text-of-the-page' }

/** Records addresses for the browser instead of opening it. */
async function countOpened(electron: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await electron.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url) => void opened.push(url)
  })
  return () => electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

const openLink = (page: Page, url: string) => callBridge(page, 'shell.openLink', { url })

test('clicks and key presses open one link; without them, main asks and shows the whole address', async ({ start }) => {
  // Starts a window that nobody has touched.
  const { electron, page } = await start()
  const opened = await countOpened(electron)
  await answerDialogs(electron, { button: 'Cancel' })
  await expect(page.getByRole('button', { name: 'Explore the sandbox' })).toBeVisible()
  const address = `https://juniperbikes.example/${'x'.repeat(500)}?the=end`
  expect(await openLink(page, address)).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
  for (let time = 0; time < 5; time += 1) {
    expect(await openLink(page, address)).toMatchObject({ ok: false, error: { code: 'NOT_ASKED' } })
  }
  // An event dispatched by a script is no click.
  await page.evaluate(() => document.querySelector<HTMLElement>('h1')?.click())
  expect(await openLink(page, address)).toMatchObject({ ok: false })
  expect(await opened()).toEqual([])
  expect(await askedDialogs(electron)).toEqual([expect.stringContaining(`| ${address} |`)])

  await page.getByRole('heading', { level: 1 }).click()
  expect(await openLink(page, 'https://juniperbikes.example/clicked')).toMatchObject({ ok: true })
  expect(await openLink(page, 'https://juniperbikes.example/again')).toMatchObject({ ok: false })
  for (const key of ['Enter', 'Enter']) await page.keyboard.press(key)
  expect(await openLink(page, 'https://juniperbikes.example/pressed')).toMatchObject({ ok: true })
  expect(await openLink(page, 'https://juniperbikes.example/again')).toMatchObject({ ok: false })
  expect(await opened()).toEqual(['https://juniperbikes.example/clicked', 'https://juniperbikes.example/pressed'])

  await page.keyboard.press('Enter')
  expect(await openLink(page, 'https://juniperbikes.example/taken')).toMatchObject({ ok: true })
  await answerDialogs(electron, { button: 'Open link' })
  expect(await openLink(page, address)).toMatchObject({ ok: true })
  expect((await opened()).at(-1)).toBe(address)
})

test('an unconfirmed host gets no request, not even a name lookup', async ({ firstStart: { electron, page } }) => {
  await answerDialogs(electron, { button: 'Cancel' })
  const declined = { fields: [{ path: ['baseAddress'] }] }
  const baseAddress = 'https://stolen.juniperbikes.example'
  const names = await namesResolved(electron, async () => {
    const tried = await callBridge(page, 'environments.testConnection', { ...connection, baseAddress })
    expect(tried).toMatchObject({ ok: true, value: { outcome: 'failed', code: 'INVALID_INPUT', ...declined } })
    const saved = await callBridge(page, 'environments.connect', { ...connection, baseAddress, workspaceName: 'x' })
    expect(saved).toMatchObject({ ok: false, error: { code: 'NOT_ASKED' } })
  })
  expect(names).toEqual([])
  const listed = await callBridge(page, 'environments.list', {})
  expect(JSON.stringify(listed)).not.toContain('stolen')
  expect(await askedDialogs(electron)).toEqual([expect.stringContaining('stolen.juniperbikes.example')])
})

test('Test connection sends no arbitrary text as path or ID, and at most 12 requests a minute', async ({ start }) => {
  const { page } = await start()
  const hits: string[] = []
  const canary = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.end('{}')
  })
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  const baseAddress = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
  const tryOut = (more: object) =>
    callBridge(page, 'environments.testConnection', { ...connection, baseAddress, ...more })
  try {
    for (const more of [
      { organisationId: 'text of the page' },
      { workspaceId: 'text' },
      { baseAddress: `${baseAddress}/${'text'.repeat(20)}` },
    ]) {
      expect(await tryOut(more)).toMatchObject({ ok: true, value: { outcome: 'failed', code: 'INVALID_INPUT' } })
    }
    expect(hits).toEqual([])
    const codes = new Set<string>()
    for (let time = 0; time < 13; time += 1) {
      const { value } = (await tryOut({})) as unknown as { value: { code: string } }
      codes.add(value.code)
    }
    expect([...codes]).toEqual(['NOT_THE_SERVICE', 'RATE_LIMITED'])
    expect(hits.length).toBeLessThanOrEqual(12)
    expect(new Set(hits.map((url) => url.split('?')[0]))).toHaveProperty('size', 1)
    expect(hits[0]).toContain(uuid)
    // Saving the address does not lift the limit.
    await callBridge(page, 'environments.connect', { ...connection, baseAddress, workspaceName: 'Saved' })
    expect(await tryOut({})).toMatchObject({ ok: true, value: { outcome: 'failed', code: 'RATE_LIMITED' } })
  } finally {
    canary.closeAllConnections()
    canary.close()
  }
})

test('with the switch of `npm run dev` the window loads the development server, bypassing the dead proxy', async ({
  start,
}) => {
  const server = createServer((_request, response) => response.end('<h1>Development</h1>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { page } = await start({ args: ['--development-server'], env: { ELECTRON_RENDERER_URL: address } })
    await expect(page.getByRole('heading', { name: 'Development' })).toBeVisible()
    expect(page.url()).toBe(address)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('ELECTRON_RENDERER_URL alone does not change the page that the window loads', async ({ start }) => {
  const { page } = await start({ env: { ELECTRON_RENDERER_URL: 'http://127.0.0.1:1/' } })
  await expect(page.getByRole('button', { name: 'Explore the sandbox' })).toBeVisible()
  expect(page.url()).toMatch(/^app:\/\/discovery-desk\//)
})
