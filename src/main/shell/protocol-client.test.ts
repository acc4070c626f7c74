// On real files in a temporary home folder.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createProtocolClient,
  desktopEntry,
  isDefault,
  isInstalled,
  type ProtocolClientDeps,
  withDefault,
} from './protocol-client'

const ours = 'x-scheme-handler/discovery-desk=discovery-desk-links.desktop'
const others = '[Added Associations]\ntext/plain=edit.desktop\n\n[Default Applications]\ntext/html=browser.desktop\n'

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'link-opening-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const create = (changes: Partial<ProtocolClientDeps> = {}) =>
  createProtocolClient({
    platform: 'linux',
    isPackaged: false,
    isInstalled: false,
    home,
    env: {},
    command: ['/opt/electron', '/src/desk', '--user-data-dir=/profile'],
    registry: { isOn: () => false, set: () => false },
    ...changes,
  })
const entry = () => path.join(home, '.local/share/applications/discovery-desk-links.desktop')
const defaults = () => path.join(home, '.config/mimeapps.list')
function keepDefaults(text: string): void {
  mkdirSync(path.dirname(defaults()), { recursive: true })
  writeFileSync(defaults(), text)
}

describe('a packaged app', () => {
  const linux = { isPackaged: true, platform: 'linux' } as const
  const registered = () => path.join(home, 'installed.desktop')
  const isIn = (execPath: string) => isInstalled({ ...linux, execPath }, registered())

  test('is installed on Linux if a package of the system put it there and registered it', () => {
    const installed = '/usr/lib/discovery-desk/discovery-desk'
    expect(isIn(installed)).toBe(false)
    writeFileSync(registered(), 'MimeType=x-scheme-handler/discovery-desk;\n')
    expect(isIn(installed)).toBe(true)
    expect(isIn('/opt/Discovery Desk/discovery-desk')).toBe(true)
    expect(isIn('/srv/Discovery Desk/discovery-desk')).toBe(false)
  })

  test('is installed on Windows if an uninstaller is beside it', () => {
    const windows = { isPackaged: true, platform: 'win32', execPath: path.join(home, 'Discovery Desk.exe') } as const
    expect(isInstalled(windows)).toBe(false)
    writeFileSync(path.join(home, 'Uninstall Discovery Desk.exe'), '')
    expect(isInstalled(windows)).toBe(true)
    expect(isInstalled({ ...windows, isPackaged: false })).toBe(false)
  })

  test('is always installed on macOS, and one from its sources never', () => {
    const execPath = '/Volumes/Discovery Desk/Discovery Desk.app/Contents/MacOS/Discovery Desk'
    expect(isInstalled({ isPackaged: true, platform: 'darwin', execPath })).toBe(true)
    expect(isInstalled({ isPackaged: false, platform: 'darwin', execPath })).toBe(false)
  })

  test('that is not installed says how to open a link', async () => {
    const client = create({ isPackaged: true, command: ['/srv/100% Desk/discovery-desk'] })
    expect(await client.read()).toMatchObject({ state: 'off', command: '"/srv/100% Desk/discovery-desk"' })
  })
})

describe('on Linux', () => {
  test('set(true) writes two files, and set(false) removes all traces', async () => {
    const client = create()
    const files = ['~/.local/share/applications/discovery-desk-links.desktop', '~/.config/mimeapps.list']
    expect(await client.read()).toEqual({ state: 'off', files, command: null })
    expect(existsSync(entry())).toBe(false)
    expect(await client.set(true)).toMatchObject({ state: 'on', files })
    expect(readFileSync(entry(), 'utf8')).toContain('Exec="/opt/electron" "/src/desk" "--user-data-dir=/profile" %u\n')
    expect(readFileSync(defaults(), 'utf8')).toBe(`[Default Applications]\n${ours}\n`)
    expect(await client.set(false)).toMatchObject({ state: 'off', files })
    expect(existsSync(entry())).toBe(false)
    expect(readFileSync(defaults(), 'utf8')).not.toContain('discovery-desk')
  })

  test('keeps all other defaults, byte for byte after set(false)', async () => {
    keepDefaults(others)
    await create().set(true)
    expect(readFileSync(defaults(), 'utf8')).toContain('text/html=browser.desktop')
    await create().set(false)
    expect(readFileSync(defaults(), 'utf8')).toBe(others)
  })

  test('writes through a list that is a symbolic link', async () => {
    const real = path.join(home, 'dotfiles')
    writeFileSync(real, others)
    mkdirSync(path.dirname(defaults()), { recursive: true })
    symlinkSync(real, defaults())
    await create().set(true)
    expect(lstatSync(defaults()).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toContain(ours)
  })

  test('is off if another copy or profile of the app is registered', async () => {
    await create().set(true)
    expect((await create({ command: ['/opt/electron', '/elsewhere'] }).read()).state).toBe('off')
  })

  describe('an AppImage of a newer version, at its start,', () => {
    const version = (number: string) => path.join(home, 'my apps', `discovery-desk-${number}-linux-x86_64.AppImage`)
    const profile = '--user-data-dir=/srv/profile'
    const old = () => create({ command: [version('0.1.0'), profile] })
    const stateAfterStart = async (command: readonly string[]) => {
      const client = create({ command })
      await client.followUpdate()
      return (await client.read()).state
    }

    test('opens the links that the version which it replaced opened', async () => {
      await old().set(true)
      expect(await stateAfterStart([version('0.2.0'), profile])).toBe('on')
      expect(readFileSync(entry(), 'utf8')).toContain(`Exec="${version('0.2.0')}" "${profile}" %u\n`)
    })

    test('leaves them to a version that is still there, in another folder or of another profile', async () => {
      await old().set(true)
      expect(await stateAfterStart([path.join(home, 'discovery-desk.AppImage'), profile])).toBe('off')
      expect(await stateAfterStart([version('0.2.0'), '--user-data-dir=/srv/other'])).toBe('off')
      mkdirSync(path.dirname(version('0.1.0')))
      writeFileSync(version('0.1.0'), '')
      expect(await stateAfterStart([version('0.2.0'), profile])).toBe('off')
      expect((await old().read()).state).toBe('on')
    })

    test('opens none if none were opened before', async () => {
      expect(await stateAfterStart([version('0.2.0'), profile])).toBe('off')
      expect(existsSync(entry())).toBe(false)
    })
  })

  test('uses absolute XDG folders and ignores relative ones', async () => {
    const env = { XDG_DATA_HOME: path.join(home, 'data'), XDG_CONFIG_HOME: 'relative' }
    expect((await create({ env }).read()).files).toEqual([
      '~/data/applications/discovery-desk-links.desktop',
      '~/.config/mimeapps.list',
    ])
  })

  test('throws INVALID_INPUT if the entry cannot be written', async () => {
    writeFileSync(path.join(home, '.local'), 'in the way')
    await expect(create().set(true)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(existsSync(defaults())).toBe(false)
  })

  test('throws INVALID_INPUT if the list cannot be read, and leaves no entry', async () => {
    mkdirSync(defaults(), { recursive: true })
    await expect(create().set(true)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(existsSync(entry())).toBe(false)
  })
})

test.each([
  ['installed', { isPackaged: true, isInstalled: true }],
  ['unavailable', { platform: 'darwin' }],
] as const)('refuses to set when the state is %s', async (state, changes) => {
  expect(await create(changes).read()).toMatchObject({ state, files: [] })
  await expect(create(changes).set(true)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('uses the registry on Windows', async () => {
  let isOn = false
  const set = (next: boolean) => {
    isOn = next
    return true
  }
  const registry = { isOn: () => isOn, set }
  const client = create({ platform: 'win32', registry })
  expect((await client.read()).state).toBe('off')
  expect((await client.set(true)).state).toBe('on')
  expect((await client.set(false)).state).toBe('off')
})

test('desktopEntry escapes quotes, variables, backslashes and percent signs', () => {
  expect(desktopEntry(['/a "b" $c `d` 100%', '/e\\f'])).toContain(
    String.raw`Exec="/a \\"b\\" \\$c \\${'`'}d\\${'`'} 100%%" "/e\\\\f" %u`,
  )
})

test.each([
  ['', `[Default Applications]\n${ours}\n`],
  ['[Added Associations]\na=b', `[Added Associations]\na=b\n\n[Default Applications]\n${ours}\n`],
  [
    '[Default Applications]\nx-scheme-handler/discovery-desk=other.desktop;\n[Other]\n',
    '[Default Applications]\nx-scheme-handler/discovery-desk=discovery-desk-links.desktop;other.desktop\n[Other]\n',
  ],
])('withDefault adds the app to the list %j, and removes it again', (before, after) => {
  expect(isDefault(before)).toBe(false)
  expect(withDefault(before, true)).toBe(after)
  expect(withDefault(after, true)).toBe(after)
  expect(isDefault(after)).toBe(true)
  expect(isDefault(withDefault(after, false))).toBe(false)
})
