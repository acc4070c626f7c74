// The app as it is installed: from its archive, without the project beside it.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { expect, test } from '@playwright/test'
import { startApp } from '../app/app'
import { startService } from '../app/service'
import { answerDialogs, askedDialogs } from '../commands/answer-dialogs'
import { callBridge } from '../commands/call-bridge'
import { connectionOf, connectWorkspace } from '../commands/connect-workspace'
import { createInsight } from '../commands/create-insight'
import { listAtService } from '../commands/list-at-service'
import { insightDetails, openInsight } from '../commands/open-insight'
import { filesWith, readProfile } from '../commands/read-profile'
import { countRows, expectSent, waitForRows } from '../commands/read-rows'
import { clickMenu } from '../commands/use-menu'
import { serveUpdate } from './serve-update'
import { copyToDrive, readStart, startPackaged, unpackTo } from './unpack'

const title = 'Couriers ask for a lock that opens with gloves on'

let folder: string
let app: string
let profile: string
/** A copy of the program that Playwright can drive. */
let program: string

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'discovery-desk-package-'))
  await mkdir(path.join(folder, 'unpacked'))
  app = await unpackTo(path.join(folder, 'unpacked'))
  program = await copyToDrive(app)
  profile = path.join(folder, 'profile')
})

test.afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

const forgetLog = () => rm(path.join(profile, 'logs'), { recursive: true, force: true })

test('the fuses of the program are set', async () => {
  const { version: _version, ...wire } = await getCurrentFuseWire(path.join(app, 'discovery-desk'))
  const named = Object.entries(wire).map(([fuse, state]) => [FuseV1Options[Number(fuse)], state === FuseState.ENABLE])
  // The fallback runtime lacks the last fuse.
  expect({ GrantFileProtocolExtraPrivileges: false, ...Object.fromEntries(named) }).toMatchObject({
    GrantFileProtocolExtraPrivileges: false,
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
  })
})

test('app.asar holds the built app and its two installed packages; native modules are unpacked beside it', async () => {
  const resources = path.join(app, 'resources')
  expect((await readdir(resources)).sort()).toEqual([
    ...['app-update.yml', 'app.asar', 'app.asar.unpacked', 'third-party-licences.txt'],
  ])
  const files = listPackage(path.join(resources, 'app.asar'), { isPack: false })
  const top = new Set(files.map((file) => file.split('/').slice(1, 3).join('/')))
  expect([...top].sort()).toEqual([
    ...['node_modules', 'node_modules/@libsql', 'node_modules/@neon-rs', 'node_modules/detect-libc'],
    ...['node_modules/keytar', 'node_modules/libsql', 'out', 'out/main', 'out/preload', 'out/renderer', 'package.json'],
  ])
  expect(files.filter((file) => /\.(ts|tsx|map|md)$|test|\.vite|sandbox-command-line/.test(file))).toEqual([])
  const beside = await readdir(path.join(resources, 'app.asar.unpacked'), { recursive: true })
  expect(beside.filter((file) => file.endsWith('.node')).sort()).toEqual([
    'node_modules/@libsql/linux-x64-gnu/index.node',
    'node_modules/keytar/prebuilds/linux-x64/keytar.node',
  ])
})

test('the package contains the licences of bundled packages, installed packages and Electron', async () => {
  const licences = await readFile(path.join(app, 'resources/third-party-licences.txt'), 'utf8')
  for (const name of [
    'react ',
    '@mantine/core ',
    '@fontsource-variable/inter ',
    'zod ',
    'jose ',
    'electron-updater ',
    'electron-log ',
    'fflate ',
    'libsql ',
    '@github/keytar ',
  ]) {
    expect(licences).toContain(`\n${name}`)
  }
  const beside = await readdir(app)
  expect(beside).toEqual(
    expect.arrayContaining(['LICENSE.discovery-desk.txt', 'LICENSE.electron.txt', 'LICENSES.chromium.html']),
  )
})

test('the bill of materials and the licences name the same packages', async () => {
  const archive = process.env.DISCOVERY_DESK_PACKAGE ?? ''
  const names = (await readdir(path.dirname(archive))).filter((name) => name.endsWith('.cdx.json'))
  expect(names).toHaveLength(1)
  const sbom = JSON.parse(await readFile(path.join(path.dirname(archive), names[0] ?? ''), 'utf8'))
  const components: readonly { readonly 'bom-ref': string }[] = sbom.components
  const licences = await readFile(path.join(app, 'resources/third-party-licences.txt'), 'utf8')
  const licensed = [...licences.matchAll(/^-{80}\n(\S+) (\S+) \(/gm)].map(([, name, version]) => `${name}@${version}`)
  // Electron's licence is in a file of its own.
  const shipped = components.map((each) => each['bom-ref']).filter((ref) => !ref.startsWith('electron@'))
  expect(shipped.length).toBeGreaterThan(20)
  expect(shipped).toHaveLength(components.length - 1)
  expect(shipped.sort()).toEqual(licensed.sort())
})

test('the packaged app connects to a service with a token, and syncs with the saved token after a restart', async () => {
  const own = path.join(folder, 'connected')
  await mkdir(own, { mode: 0o700 })
  const service = await startService()
  const { organisationId, workspaceId, token } = service
  const workspace = { environment: 'staging', organisationId, workspaceId }
  const first = await startApp(own, { program })
  await answerDialogs(first.electron, { button: 'Connect Staging' })
  await connectWorkspace(first.page, connectionOf(service))
  await first.quit()

  const second = await startApp(own, { program })
  await waitForRows(second.page)
  expect(await callBridge(second.page, 'sync.now', { workspace })).toMatchObject({ ok: true })
  await createInsight(second.page, { title, description: 'With the token of the first run.' })
  await expectSent(second.page, title)
  await second.quit()
  expect((await listAtService(service)).map((each) => each.title)).toContain(title)
  expect(filesWith(await readProfile(own), token)).toEqual([])
  await service.stop()
})

test('a new insight survives a restart, and is in the shipped program, which starts even with a broken stderr', async () => {
  const first = await startApp(profile, { program, args: ['--sandbox'] })
  await waitForRows(first.page)
  const seeded = await countRows(first.page)
  await createInsight(first.page, { title, description: 'Three couriers in one week.' })
  await expectSent(first.page, title)
  await first.quit()

  const second = await startApp(profile, { program })
  await waitForRows(second.page)
  expect(await countRows(second.page)).toBe(seeded + 1)
  await openInsight(second.page, title)
  await expect(insightDetails(second.page)).toContainText(title)
  await second.quit()

  await forgetLog()
  const shipped = startPackaged(app, [`--user-data-dir=${profile}`])
  shipped.breakStderr()
  expect(await readStart(profile)).toContain(`start: sandbox, ${seeded + 1} rows, painted `)
  expect(await shipped.end()).toMatchObject({ code: 0 })
})

test('the packaged app offers, downloads, verifies and installs an update, and rejects a file with another hash', async () => {
  const own = path.join(folder, 'updated')
  const appImage = path.join(own, 'discovery-desk.AppImage')
  await mkdir(own, { mode: 0o700 })
  await writeFile(appImage, 'the program that is running')
  const marker = path.join(own, 'started')
  // Stands in for the new version, and leaves a mark when started.
  const update = Buffer.from(`#!/bin/sh\n: > ${JSON.stringify(marker)}\n`)
  const served = await serveUpdate('9.0.0', update)
  await writeFile(path.join(own, 'updates.json'), JSON.stringify({ address: served.address }), { mode: 0o600 })
  const started = await startApp(own, { program, env: { APPIMAGE: appImage } })
  const { electron } = started

  // Allows the address, and chooses Later in the next question.
  await answerDialogs(electron, { button: 'Allow' })
  await clickMenu(electron, 'Help', 'Check for Updates…')
  await expect.poll(() => askedDialogs(electron)).toHaveLength(2)
  expect(await askedDialogs(electron)).toEqual([
    expect.stringContaining(`address? | ${served.address}`),
    expect.stringMatching(/^Discovery Desk 9\.0\.0 is available\. \| You have version .* \| Later, Download$/s),
  ])
  expect(served.paths()).toEqual(['/latest-linux.yml'])

  served.replace(randomBytes(update.length))
  await answerDialogs(electron, { button: 'Download' })
  await clickMenu(electron, 'Help', 'Check for Updates…')
  await expect.poll(() => askedDialogs(electron)).toHaveLength(2)
  expect((await askedDialogs(electron))[1]).toContain('isn’t the one that was published')

  served.replace(update)
  await clickMenu(electron, 'Help', 'Check for Updates…')
  await expect.poll(() => askedDialogs(electron)).toHaveLength(4)
  expect((await askedDialogs(electron))[3]).toMatch(
    /^Discovery Desk 9\.0\.0 is ready to install\..*Later, Install and restart$/s,
  )
  const pending = path.join(own, 'discovery-desk-updater/pending')
  const names = (await readdir(pending)).filter((name) => name.endsWith('.AppImage'))
  expect(names).toHaveLength(1)
  expect((await readFile(path.join(pending, names[0] ?? ''))).equals(update)).toBe(true)
  expect(await readFile(appImage, 'utf8')).toBe('the program that is running')

  await answerDialogs(electron, { button: 'Install and restart' })
  await clickMenu(electron, 'Help', 'Check for Updates…')
  await expect.poll(started.isRunning, { timeout: 30_000 }).toBe(false)
  await expect.poll(() => existsSync(marker)).toBe(true)
  expect((await readFile(appImage)).equals(update)).toBe(true)
  await served.close()
})

test('the shipped program does not open a profile written by a newer version', async () => {
  const own = path.join(folder, 'of-newer')
  await mkdir(own, { mode: 0o700 })
  await writeFile(path.join(own, 'written-by'), '9.0.0\n')
  await writeFile(path.join(own, 'settings.json'), '{"version":1}')
  const running = startPackaged(app, [`--user-data-dir=${own}`])
  await expect.poll(running.output, { timeout: 60_000 }).toContain('last used by Discovery Desk 9.0.0')
  await running.end()
  expect(await readFile(path.join(own, 'settings.json'), 'utf8')).toBe('{"version":1}')
  expect(await readdir(own)).not.toContain('library')
})

test('every unsafe switch ends the program with exit code 1 before the switch takes effect', async () => {
  const marker = path.join(folder, 'switch-was-here')
  const script = path.join(folder, 'switch.cjs')
  await writeFile(script, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`)
  for (const args of [
    ['--inspect=0'],
    ['--inspect-brk=0'],
    ['--remote-debugging-port=0'],
    ['--remote-debugging-pipe'],
    ['--ignore-certificate-errors-spki-list=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
    [`--log-net-log=${marker}`],
    [`--ssl-key-log-file=${marker}`],
    ['--proxy-server=127.0.0.1:9'],
    ['--js-flags=--expose-gc'],
    ['--host-rules=MAP * 127.0.0.1'],
    ['--require', script],
    ['-r', script],
  ]) {
    await test.step(args.join(' '), async () => {
      const { code, output } = await startPackaged(app, [`--user-data-dir=${profile}`, ...args]).ended
      expect(code).toBe(1)
      expect(output).toContain(`does not start with ${args[0]?.split('=')[0]}`)
      expect(output).not.toMatch(/listening on/i)
      expect(existsSync(marker)).toBe(false)
    })
  }
})

test('unsafe environment variables have no effect: the program starts as without them', async () => {
  const marker = path.join(folder, 'variable-was-here')
  const script = path.join(folder, 'variable.cjs')
  await writeFile(script, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`)
  const report = path.join(folder, 'variables')
  await forgetLog()
  const running = startPackaged(app, [`--user-data-dir=${profile}`, '--sandbox', script], {
    DISCOVERY_DESK_REPORT: report,
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: `--require=${script} --inspect=0`,
  })
  expect(await readStart(profile)).toContain('start: sandbox, ')
  const { code, output } = await running.end()
  expect(code).toBe(0)
  expect(output).not.toMatch(/listening on/i)
  expect(existsSync(marker)).toBe(false)
  expect((await readdir(folder)).filter((name) => name.startsWith('variables'))).toEqual([])
})
