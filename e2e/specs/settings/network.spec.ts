// A company's network: a proxy with a password before every service, and a private authority for one certificate.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeAuthority } from '../../../src/main/network/testing/certificates'
import { startLocalProxy } from '../../../src/main/network/testing/local-proxy'
import { startHttpsFront, trustSwitch } from '../../app/https-front'
import { answerDialogs, askedDialogs } from '../../commands/answer-dialogs'
import { callBridge } from '../../commands/call-bridge'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { expectCopied } from '../../commands/expect-copied'
import { filesWith, readProfile } from '../../commands/read-profile'
import { waitForRows } from '../../commands/read-rows'
import { expect, test } from '../../fixtures/test'

const password = 'proxy-password-canary'
const trustedHost = 'service.juniperbikes.example'
const privateHost = 'private.juniperbikes.example'

async function servePac(script: string) {
  let heard = 0
  const server = createServer((_request, response) => {
    heard += 1
    response.setHeader('content-type', 'application/x-ns-proxy-autoconfig')
    // As slow as a server across a company; nothing may cut it off meanwhile.
    setTimeout(() => response.end(script), 1000)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/proxy.pac`,
    heard: () => heard,
    close: () => void server.close(),
  }
}

test('the connection doctor guides through a proxy sign-in, and names the certificate authority that is not trusted', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve()
  const authority = makeAuthority('Juniper Bikes Root')
  const trusted = authority.issue({ name: trustedHost, hosts: [trustedHost] })
  const front = await startHttpsFront(trusted, service.baseUrl)
  const untrusted = await startHttpsFront(authority.issue({ name: privateHost, hosts: [privateHost] }), service.baseUrl)
  const routes = {
    [`${trustedHost}:443`]: `127.0.0.1:${front.port}`,
    [`${privateHost}:443`]: `127.0.0.1:${untrusted.port}`,
  }
  const proxy = await startLocalProxy({ signIn: `anna:${password}`, routes })
  const chosen = await startLocalProxy({ routes })
  const pac = await servePac(
    `function FindProxyForURL(url, host) { return host === '${trustedHost}' ? 'PROXY ${chosen.name}' : 'PROXY ${proxy.name}' }`,
  )
  const { electron, page } = await start({ args: [trustSwitch(trusted)] })
  const { organisationId, workspaceId, token } = service
  const connect = async (environment: string, host: string) => {
    await answerDialogs(electron, { button: `Connect ${environment}` })
    const place = {
      environment: environment.toLowerCase(),
      baseAddress: `https://${host}`,
      organisationId,
      workspaceId,
    }
    const connected = await callBridge(page, 'environments.connect', { ...place, token, workspaceName: 'Bikes' })
    expect(connected).toMatchObject({ ok: true })
  }
  const goTo = (hash: string) =>
    page.evaluate((to) => {
      globalThis.location.hash = to
    }, hash)
  const doctor = page.getByRole('region', { name: 'Connection doctor' })
  const step = (name: string) => doctor.getByRole('listitem', { name: new RegExp(`^${name}: `) })
  const check = () => doctor.getByRole('button', { name: 'Run connection doctor' }).click()

  try {
    await goTo('#/settings/network')
    const settings = page.getByRole('region', { name: 'Network', exact: true })
    await answerDialogs(electron, { button: 'Cancel' })
    await settings.getByLabel('Proxy', { exact: true }).selectOption('Manual')
    await settings.getByLabel('Proxy address').fill(proxy.name)
    await settings.getByRole('button', { name: 'Save proxy' }).click()
    await expect(settings.getByRole('alert')).toContainText('The proxy wasn’t confirmed.')
    expect((await askedDialogs(electron)).join()).toContain(`Use the proxy ${proxy.name}?`)
    await answerDialogs(electron, { button: 'Use proxy' })
    await settings.getByRole('button', { name: 'Save proxy' }).click()
    const row = settings.getByRole('listitem', { name: proxy.name })
    await expect(row).toContainText('No sign-in saved.')

    await connect('Staging', trustedHost)
    await goTo('#/settings/network')
    await expect(row).toContainText('Requires a name and password.')
    await check()
    await expect(step('Proxy')).toContainText('requires a name and password, and none is saved')
    await expect(step('Size')).toHaveAccessibleName('Size: Skipped')
    await checkInBothSchemes(page, 'the doctor that stops')

    const signIn = async (typed: string) => {
      await row.getByRole('button', { name: /^(Sign in|Replace sign-in) to/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Sign in to the proxy' })
      await dialog.getByLabel('Name').fill('anna')
      await dialog.getByLabel('Password').fill(typed)
      await dialog.getByRole('button', { name: 'Save sign-in' }).click()
      await expect(dialog).toBeHidden()
    }
    await signIn('not the password')
    await expect(row).toContainText('Rejected the saved name and password.')
    await check()
    await expect(step('Proxy')).toContainText('rejected the saved name and password')
    const credentials = () => proxy.asked.flatMap((each) => each.credentials ?? [])
    expect(credentials()).toEqual(['anna:not the password'])

    // Rejected sign-ins may lock an account, so main asks before another try.
    await answerDialogs(electron, { button: 'Save sign-in' })
    await signIn(password)
    expect((await askedDialogs(electron)).join()).toContain(`Sign in to ${proxy.name} again?`)
    await expect(row).toContainText('Sign-in saved.')
    await check()
    await expect(step('Size')).toHaveAccessibleName('Size: OK')
    await expect(step('Proxy')).toContainText('It accepted the saved name and password.')
    await expect(step('TLS and certificate')).toContainText(`${trustedHost}, signed by Juniper Bikes Root`)
    await expect(step('Sign-in')).toContainText('The service accepted the token.')
    await checkInBothSchemes(page, 'the doctor that comes to its end')
    const copy = () => doctor.getByRole('button', { name: 'Copy result' }).click()
    expect(await expectCopied(electron, copy, /The connection works\./)).not.toMatch(
      new RegExp(`${password}|${token.split('.')[2]}|anna`),
    )
    await goTo('#/insights')
    await waitForRows(page)

    // The PAC file of a network chooses another proxy for one host.
    await answerDialogs(electron, { button: 'Use configuration' })
    await goTo('#/settings/network')
    await settings.getByLabel('Proxy', { exact: true }).selectOption('Automatic configuration (PAC)')
    await settings.getByLabel('Configuration address').fill(pac.address)
    await settings.getByRole('button', { name: 'Save proxy' }).click()
    const saved = async () => JSON.stringify(await callBridge(page, 'network.read', {}))
    await expect.poll(saved).toContain('"mode":"pac"')
    await check()
    await expect(step('Proxy')).toContainText(`Connected through ${chosen.name}.`)
    await expect(step('Size')).toHaveAccessibleName('Size: OK')
    expect(new Set(chosen.asked.map(({ to }) => to))).toEqual(new Set([`${trustedHost}:443`]))
    expect(pac.heard()).toBeGreaterThan(0)

    await connect('Development', privateHost)
    await goTo('#/settings/network')
    await doctor.getByLabel('Environment to check').selectOption('Development')
    await check()
    await expect(step('TLS and certificate')).toHaveAccessibleName('TLS and certificate: Failed')
    await expect(step('TLS and certificate')).toContainText(
      'signed by “Juniper Bikes Root”, which this computer doesn’t trust',
    )
    await expect(step('TLS and certificate')).toContainText('Ask your network team (IT)')
    expect(untrusted.heard).toEqual([])

    // Services on this computer are reached without the proxy, and no service receives the sign-in.
    const here = { environment: 'production', baseAddress: service.baseUrl, organisationId, workspaceId, token }
    const tested = await callBridge(page, 'environments.testConnection', here)
    expect(tested).toMatchObject({ ok: true, value: { outcome: 'works' } })
    expect([...new Set(proxy.asked.map(({ to }) => to))].sort()).toEqual(Object.keys(routes).sort())
    expect(credentials().filter((each) => each !== `anna:${password}`)).toEqual(['anna:not the password'])
    expect(front.heard.length).toBeGreaterThan(0)
    expect(front.heard.filter((headers) => 'proxy-authorization' in headers)).toEqual([])
    expect(filesWith(await readProfile(profile), password)).toEqual([])
  } finally {
    await proxy.close()
    await chosen.close()
    pac.close()
    front.close()
    untrusted.close()
  }
})
