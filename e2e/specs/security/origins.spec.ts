// A token goes only to the origin, and on this computer only to the address, that it was given for.
import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { faults } from '../../../src/sandbox/testing/faults'
import type { RunningService } from '../../app/service'
import { callBridge } from '../../commands/call-bridge'
import {
  connectionOf,
  connectWorkspace,
  fillConnection,
  openConnect,
  saveAndOpen,
  testConnection,
} from '../../commands/connect-workspace'
import { createInsight } from '../../commands/create-insight'
import { noteInSummary } from '../../commands/note-in-summary'
import { openView } from '../../commands/open-view'
import { expectSent, waitForRows } from '../../commands/read-rows'
import { syncNow } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

const refOf = (environment: string, { organisationId, workspaceId }: RunningService) => ({
  environment,
  organisationId,
  workspaceId,
})

async function connect(page: Page, environment: string, service: RunningService, baseAddress: string): Promise<void> {
  const { token, workspaceName } = service
  const input = { ...refOf(environment, service), baseAddress, workspaceName, token }
  expect(await callBridge(page, 'environments.connect', input)).toMatchObject({ ok: true })
}

test('each of three origins receives only its own token, despite challenges and redirects', async ({
  firstStart: { page },
  serve,
  serveFaults,
}) => {
  const services = await Promise.all([serve(), serve(), serve()])
  const [first, second, third] = services as [RunningService, RunningService, RunningService]
  const origins = await Promise.all(services.map(({ baseUrl }) => serveFaults({ upstream: baseUrl })))
  await connectWorkspace(page, { ...connectionOf(first), baseAddress: origins[0]?.baseUrl ?? '' })
  await connect(page, 'development', second, origins[1]?.baseUrl ?? '')
  await connect(page, 'production', third, origins[2]?.baseUrl ?? '')
  const places = [refOf('staging', first), refOf('development', second), refOf('production', third)]
  for (const workspace of [...places, ...places].reverse()) {
    expect(await callBridge(page, 'sync.now', { workspace })).toMatchObject({ ok: true, value: { state: 'synced' } })
  }
  // Workspaces that an environment does not know: another's organisation, without a token of its own.
  for (const workspace of [refOf('production', first), refOf('staging', third)]) {
    await callBridge(page, 'sync.now', { workspace })
    await callBridge(page, 'topics.open', { workspace, id: first.topics[0]?.id ?? '' })
  }
  // A challenge gets no other sign-in, and a redirect gets no request, for a list or a change.
  const challenge = faults.answer({ status: 401, headers: { 'www-authenticate': 'Basic realm="All", Negotiate' } })
  origins[0]?.script({ fault: challenge })
  origins[1]?.script({ fault: faults.redirect(`${origins[0]?.baseUrl}/stolen`, 307) })
  const insight = { type: 'Bug', title: 'For one origin', description: 'Not for the others.' }
  for (const workspace of places.slice(0, 2)) {
    await callBridge(page, 'insights.create', { workspace, insight })
    expect(await callBridge(page, 'sync.now', { workspace })).not.toMatchObject({ value: { state: 'synced' } })
  }
  const changes = origins.map(({ requests }) => requests.filter(({ method }) => method === 'POST').length)
  expect(changes).toEqual([1, 1, 0])
  expect(origins[0]?.requests.filter(({ url }) => url.includes('stolen'))).toEqual([])
  const heard = origins.map(({ requests }) => new Set(requests.map(({ headers }) => headers.authorization)))
  expect(heard.map((tokens) => [...tokens])).toEqual(services.map(({ token }) => [`Bearer ${token}`]))
  expect(new Set(services.map(({ token }) => token)).size).toBe(3)
})

test('http://localhost connects to 127.0.0.1, not to another program on the same port of ::1', async ({
  firstStart: { page },
  serve,
  serveFaults,
}) => {
  const service = await serve()
  const { baseUrl, requests } = await serveFaults({ upstream: service.baseUrl })
  const { port } = new URL(baseUrl)
  const callers: unknown[] = []
  const other = createServer((socket) => {
    callers.push(socket.remoteAddress)
    socket.destroy()
  })
  try {
    const refusal = await new Promise<NodeJS.ErrnoException | null>((resolve) =>
      other.once('error', resolve).listen(Number(port), '::1', () => resolve(null)),
    )
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(refusal?.code ?? '')) {
      // address.test.ts covers the address that is stored.
      return noteInSummary('A listener on ::1 beside the service is NOT tried here: this computer has no IPv6.')
    }
    expect(refusal).toBeNull()
    await expect(fetch(`http://[::1]:${port}`)).rejects.toThrow()
    expect(callers.splice(0)).toHaveLength(1)

    await openConnect(page)
    await fillConnection(page, { ...connectionOf(service), baseAddress: `http://localhost:${port}` })
    await expect(await testConnection(page)).toContainText(/\d+ insights/)
    await saveAndOpen(page)
    await waitForRows(page)
    await syncNow(page)
    await createInsight(page, { title: 'For one listener', description: 'Not for the other one.' })
    await expectSent(page, 'For one listener')
    expect(requests.some(({ method }) => method === 'POST')).toBe(true)
    expect([...new Set(requests.map(({ headers }) => headers.host))]).toEqual([`127.0.0.1:${port}`])
    expect(callers).toEqual([])
    await openView(page, 'Settings')
    await expect(page.getByRole('textbox', { name: 'Base address' })).toHaveValue(baseUrl)
  } finally {
    other.close()
  }
})
