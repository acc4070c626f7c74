// Guards that mask one another: each is tried by itself, so that none can go missing unnoticed.
import path from 'node:path'
import { serveUntrusted } from '../../app/untrusted-https'
import { callBridge } from '../../commands/call-bridge'
import { readProfile } from '../../commands/read-profile'
import { expect, test } from '../../fixtures/test'

const uuid = '7d7b2c52-6d7c-4d6e-9a43-0a4b0f0a6c11'

test('a service with an untrusted certificate gets neither a token nor a change', async ({
  firstStart: { electron, page },
}) => {
  const service = await serveUntrusted()
  try {
    const workspace = { environment: 'staging', organisationId: uuid, workspaceId: uuid }
    const connection = { ...workspace, baseAddress: service.baseUrl, token: 'a-token' }
    const tested = await callBridge(page, 'environments.testConnection', connection)
    expect(tested).toMatchObject({ ok: true, value: { outcome: 'failed', code: 'TLS_UNTRUSTED' } })
    const connected = await callBridge(page, 'environments.connect', { ...connection, workspaceName: 'Untrusted' })
    expect(connected).toMatchObject({ ok: true })
    const insight = { type: 'Bug', title: 'Bell too quiet', description: 'Nobody hears it.' }
    await callBridge(page, 'insights.create', { workspace, insight })
    expect(await callBridge(page, 'sync.now', { workspace })).toMatchObject({ value: { state: 'failed' } })
    expect(service.requests).toEqual([])

    const loaded = await electron.evaluate(async ({ BrowserWindow }, url) => {
      const window = new BrowserWindow({ show: false, webPreferences: { partition: 'other' } })
      const end = await window.loadURL(url).then(
        () => 'loaded',
        (reason: Error) => reason.message,
      )
      window.destroy()
      return end
    }, service.baseUrl)
    expect(loaded).toContain('ERR_CERT')
    expect(service.requests).toEqual([])

    // The server does answer clients that trust it.
    const trusting = await electron.evaluate(async ({ session }, url) => {
      const trusted = session.fromPartition('trusting')
      trusted.setCertificateVerifyProc((_request, answer) => answer(0))
      return (await trusted.fetch(url)).status
    }, service.baseUrl)
    expect(trusting).toBe(200)
  } finally {
    service.close()
  }
})

test('navigation, download, certificate and login events are prevented, in every window', async ({ firstStart }) => {
  const notPrevented = await firstStart.electron.evaluate(({ app, BrowserWindow, session }) => {
    const emitted: string[] = []
    const tryOut = (target: { emit(name: string, ...args: unknown[]): boolean }, name: string, ...args: unknown[]) => {
      let isPrevented = false
      const preventDefault = () => {
        isPrevented = true
      }
      target.emit(name, { preventDefault, url: 'https://juniperbikes.example/' }, ...args)
      if (!isPrevented) emitted.push(name)
    }
    const [first] = BrowserWindow.getAllWindows()
    const other = new BrowserWindow({ show: false, webPreferences: { partition: 'other' } })
    for (const window of [first, other]) {
      for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate', 'will-attach-webview']) {
        if (window) tryOut(window.webContents, name, 'https://juniperbikes.example/')
      }
    }
    other.destroy()
    tryOut(session.defaultSession, 'will-download', {}, first?.webContents)
    const answers: unknown[] = []
    const answer = (...given: readonly unknown[]) => answers.push(...given)
    tryOut(app, 'certificate-error', first?.webContents, 'https://x.example', 'net::ERR_CERT_INVALID', {}, answer)
    tryOut(app, 'select-client-certificate', first?.webContents, 'https://x.example', [{}], answer)
    tryOut(app, 'login', first?.webContents, {}, {}, answer)
    return [...emitted, ...answers.map(String)]
  })
  // `false` answers the certificate error; the other two get empty answers.
  expect(notPrevented).toEqual(['false'])
})

test('main rejects a call from a foreign window, even one with the same preload script', async ({
  firstStart: { electron },
}) => {
  const preload = path.resolve(import.meta.dirname, '../../../out/preload/index.cjs')
  const replies = await electron.evaluate(async ({ BrowserWindow }, script) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { preload: script, sandbox: true, partition: 'other' },
    })
    await window.loadURL('data:text/html,elsewhere')
    const reply = await window.webContents.executeJavaScript(
      'discoveryDesk.call({ name: "shell.info", callId: "1", input: {} })',
    )
    window.destroy()
    return reply
  }, preload)
  expect(replies).toMatchObject({ ok: false, error: { code: 'FORBIDDEN_SENDER' } })
})

test('no file of the profile can be read by others, whichever process wrote it', async ({
  sandbox: { quit },
  profile,
}) => {
  await quit()
  const files = await readProfile(profile)
  expect(files.length).toBeGreaterThan(5)
  const readable = files.filter(({ mode }) => (mode & 0o077) !== 0)
  expect(readable.map(({ name, mode }) => `${name} ${mode.toString(8)}`)).toEqual([])
})
