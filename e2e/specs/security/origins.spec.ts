// Three environments on three origins, each with a token of its own: none is ever heard at another's address.
import type { Page } from '@playwright/test'
import type { RunningService } from '../../app/service'
import { callBridge } from '../../commands/call-bridge'
import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
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

test('of three tokens for three origins, each origin hears its own and no other', async ({
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
  // What one environment never heard of: the organisation of another, without a token of its own.
  for (const workspace of [refOf('production', first), refOf('staging', third)]) {
    await callBridge(page, 'sync.now', { workspace })
    await callBridge(page, 'topics.open', { workspace, id: first.topics[0]?.id ?? '' })
  }
  const heard = origins.map(({ requests }) => new Set(requests.map(({ headers }) => headers.authorization)))
  expect(heard.map((tokens) => [...tokens])).toEqual(services.map(({ token }) => [`Bearer ${token}`]))
  expect(new Set(services.map(({ token }) => token)).size).toBe(3)
})
