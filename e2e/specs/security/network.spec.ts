// Network access that bypasses both the page's policy and webRequest. Each guard is also tried on its own, as one hides
// that another is missing.
import { createSocket } from 'node:dgram'
import { mkdir, readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import type { ElectronApplication, Page, TestInfo } from '@playwright/test'
import { namesResolved } from '../../commands/names-resolved'
import { expect, test } from '../../fixtures/test'

async function listen() {
  const heard: string[] = []
  const udp = createSocket('udp4')
  udp.on('message', () => heard.push('udp'))
  await new Promise<void>((resolve) => udp.bind(0, '0.0.0.0', resolve))
  const tcp = createServer((socket) => {
    heard.push('tcp')
    socket.destroy()
  })
  await new Promise<void>((resolve) => tcp.listen(0, '0.0.0.0', resolve))
  const close = () => {
    udp.close()
    tcp.close()
  }
  return { heard, udp: udp.address().port, tcp: (tcp.address() as AddressInfo).port, close }
}

/** Waits until each connection has tried all its servers. Resolves to the addresses found of this computer. */
function gather(page: Page, servers: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(async (all) => {
    const found: string[] = []
    const tryOut = async (urls: string) => {
      const connection = new RTCPeerConnection({ iceServers: [{ urls, username: 'u', credential: 'c' }] })
      connection.createDataChannel('x')
      const isDone = new Promise<void>((resolve) => {
        connection.onicecandidate = ({ candidate }) => (candidate ? found.push(candidate.candidate) : resolve())
      })
      await connection.setLocalDescription(await connection.createOffer())
      await isDone
      connection.close()
    }
    await Promise.all(all.map(tryOut))
    return found
  }, servers)
}

test('WebRTC reaches nothing: no STUN or TURN over UDP or TCP, no name lookup, no address of this computer', async ({
  start,
}) => {
  const { heard, udp, tcp, close } = await listen()
  const { electron, page } = await start()
  try {
    let candidates: readonly string[] = []
    const names = await namesResolved(electron, async () => {
      candidates = await gather(page, [
        `stun:127.0.0.1:${udp}`,
        `turn:127.0.0.1:${udp}?transport=udp`,
        `turn:127.0.0.1:${tcp}?transport=tcp`,
        `turns:127.0.0.1:${tcp}?transport=tcp`,
        'stun:stun.juniperbikes.example:3478',
        'turn:turn.juniperbikes.example:3478?transport=tcp',
      ])
    })
    expect({ heard, names, candidates }).toEqual({ heard: [], names: [], candidates: [] })
  } finally {
    close()
  }
})

test('dns-prefetch, preconnect, prefetch, preload and prerender resolve no name and open no connection', async ({
  start,
}) => {
  const { heard, tcp, close } = await listen()
  const { electron, page } = await start()
  try {
    const names = await namesResolved(electron, () =>
      page.evaluate(async (port) => {
        const frame = document.createElement('iframe')
        document.body.append(frame)
        const hints = ['dns-prefetch', 'preconnect', 'prefetch', 'preload', 'modulepreload', 'prerender', 'icon']
        for (const [place, owner] of [
          ['top', document],
          ['frame', frame.contentDocument],
        ] as const) {
          for (const rel of hints) {
            for (const href of [`https://${rel}-${place}.juniperbikes.example/`, `http://127.0.0.1:${port}/${rel}`]) {
              owner?.head.append(Object.assign(document.createElement('link'), { rel, href, as: 'script' }))
            }
          }
        }
        const link = Object.assign(document.createElement('a'), { href: 'https://anchor.juniperbikes.example/' })
        document.body.append(link)
        for (const host of ['https://fetch.juniperbikes.example/', `http://127.0.0.1:${port}/`]) {
          await fetch(host).catch(() => undefined)
        }
      }, tcp),
    )
    expect({ heard, names }).toEqual({ heard: [], names: [] })
  } finally {
    close()
  }
})

test('the page’s session cancels foreign requests and has only a dead proxy; main’s session connects directly', async ({
  firstStart: { electron },
}) => {
  const { heard, tcp, close } = await listen()
  try {
    const address = `http://127.0.0.1:${tcp}/`
    const results = await electron.evaluate(async ({ session }, url) => {
      const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason))
      const page = session.defaultSession
      return {
        request: await page.fetch(url).then(() => 'sent', messageOf),
        proxies: await Promise.all([url, 'https://juniperbikes.example/'].map((each) => page.resolveProxy(each))),
        proxyOfMain: await session.fromPartition('service', { cache: false }).resolveProxy(url),
      }
    }, address)
    expect(results.request).toContain('ERR_BLOCKED_BY_CLIENT')
    expect(results.proxies).toEqual(['HTTPS 127.0.0.1:1', 'HTTPS 127.0.0.1:1'])
    expect(results.proxyOfMain).toBe('DIRECT')
    expect(heard).toEqual([])
  } finally {
    close()
  }
})

/** The state of main's session that sends requests to services, as Chromium describes it at the end of a net log. */
async function serviceSessionState(electron: ElectronApplication, testInfo: TestInfo) {
  const file = testInfo.outputPath('net-log.json')
  await mkdir(path.dirname(file), { recursive: true })
  await electron.evaluate(async ({ session }, log) => {
    const { netLog } = session.fromPartition('service', { cache: false })
    await netLog.startLogging(log)
    await netLog.stopLogging()
  }, file)
  return JSON.parse(await readFile(file, 'utf8')).polledData
}

test('HTTP/3, over which Chromium repeats a change by itself, is off', async ({
  firstStart: { electron },
}, testInfo) => {
  const { quicInfo } = await serviceSessionState(electron, testInfo)
  expect(quicInfo).toMatchObject({ quic_enabled: false })
})

test('reports about requests, which a service’s headers would send to any host, are off', async ({
  firstStart: { electron },
}, testInfo) => {
  const { reportingInfo } = await serviceSessionState(electron, testInfo)
  expect(reportingInfo).toEqual({ reportingEnabled: false })
})
