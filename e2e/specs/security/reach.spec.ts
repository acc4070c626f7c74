import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../../fixtures/test'

test('the page has no network: a server on this computer gets no request from it', async ({ firstStart }) => {
  const hits: string[] = []
  const canary = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.end('hit')
  })
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
  // WebTransport goes over UDP.
  const datagrams = createSocket('udp4')
  datagrams.on('message', () => hits.push('datagram'))
  await new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve))
  const overUdp = `https://127.0.0.1:${datagrams.address().port}`
  try {
    const { page } = firstStart
    const places = { base: address, overUdp }
    await page.evaluate(async ({ base, overUdp }) => {
      const quietly = (attempt: () => unknown) =>
        Promise.resolve()
          .then(attempt)
          .catch(() => undefined)
      await quietly(() => fetch(`${base}/fetch`))
      await quietly(() => navigator.sendBeacon(`${base}/beacon`, 'x'))
      await quietly(() => new WebSocket(base.replace('http', 'ws')))
      await quietly(() => new EventSource(`${base}/events`))
      await quietly(() => new Worker(`${base}/worker.js`))
      const transport = await quietly(() => new WebTransport(`${overUdp}/transport`))
      if (transport instanceof WebTransport) {
        void quietly(() => transport.ready)
        void quietly(() => transport.closed)
      }
      const rules = document.createElement('script')
      rules.type = 'speculationrules'
      const speculation = [{ source: 'list', urls: [`${base}/speculation`], eagerness: 'immediate' }]
      rules.textContent = JSON.stringify({ prefetch: speculation, prerender: speculation })
      document.body.append(rules)
      const pinging = document.createElement('a')
      pinging.href = location.href
      pinging.setAttribute('ping', `${base}/ping`)
      document.body.append(pinging)
      pinging.click()
      for (const [tag, attribute] of [
        ['img', 'src'],
        ['iframe', 'src'],
        ['script', 'src'],
        ['link', 'href'],
        ['video', 'src'],
        ['object', 'data'],
      ] as const) {
        const element = document.createElement(tag)
        if (tag === 'link') element.setAttribute('rel', 'stylesheet')
        element.setAttribute(attribute, `${base}/${tag}`)
        document.body.append(element)
      }
      const form = document.createElement('form')
      form.action = `${base}/form`
      document.body.append(form)
      form.submit()
      await new Promise((resolve) => setTimeout(resolve, 500))
    }, places)
    expect(hits).toEqual([])
    // The canaries themselves work: a request from outside the page reaches them.
    expect(await (await fetch(`${address}/proof`)).text()).toBe('hit')
    expect(hits).toEqual(['/proof'])
    datagrams.send('proof', datagrams.address().port, '127.0.0.1')
    await expect.poll(() => hits).toEqual(['/proof', 'datagram'])
  } finally {
    datagrams.close()
    canary.closeAllConnections()
    canary.close()
  }
})

test('the page cannot navigate away or open a window', async ({ firstStart }) => {
  const { electron, page } = firstStart
  await expect(page.getByRole('button', { name: 'Explore the sandbox' })).toBeVisible()
  const before = new URL(page.url()).origin + new URL(page.url()).pathname
  await page.evaluate(async () => {
    const follow = (href: string, target = '') => {
      const link = document.createElement('a')
      link.href = href
      link.target = target
      document.body.append(link)
      link.click()
    }
    window.open('https://juniperbikes.example/')
    window.open('about:blank')
    follow('https://juniperbikes.example/', '_blank')
    follow('file:///etc/passwd')
    follow('https://juniperbikes.example/')
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  expect(new URL(page.url()).origin + new URL(page.url()).pathname).toBe(before)
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  // A locator would wait for the end of navigations that never began.
  const address = await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())
  expect(address).toMatch(/^app:\/\//)
  expect(await page.evaluate(() => document.body.innerText)).toContain('Explore the sandbox')
})

test('every permission is denied', async ({ firstStart }) => {
  const { page } = firstStart
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi']
    return Promise.all(
      names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state),
    )
  })
  expect(new Set(states)).toEqual(new Set(['denied']))
})

test('main answers malformed calls over the bridge with an error without a stack, and keeps working', async ({
  firstStart,
}) => {
  const { page } = firstStart
  const replies = await page.evaluate(async () => {
    const { call } = (globalThis as unknown as { discoveryDesk: { call(envelope: unknown): Promise<unknown> } })
      .discoveryDesk
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const envelopes = [
      null,
      { name: '__proto__.toString', callId: '1', input: {} },
      { name: 'insights.query', callId: '2', input: cycle },
      { name: 'shell.openLink', callId: '3', input: { url: 'file:///etc/passwd' } },
      { name: 'insights.query', callId: '4', input: { filter: 'x'.repeat(10_000_000) } },
    ]
    const answers: unknown[] = []
    for (const envelope of envelopes) answers.push(await call(envelope))
    answers.push(await call({ name: 'shell.info', callId: '6', input: {} }))
    return answers
  })
  const codes = replies.map((reply) => (reply as { error?: { code: string } }).error?.code ?? 'ok')
  expect(codes).toEqual(['INVALID_INPUT', 'UNKNOWN_CALL', 'INVALID_INPUT', 'INVALID_INPUT', 'INVALID_INPUT', 'ok'])
  expect(JSON.stringify(replies)).not.toMatch(/\bat .*\.cjs|node_modules/)
})
