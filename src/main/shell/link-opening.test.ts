// Over real files in a home of its own.
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
import { createLinkOpener, type LinkOpeningDeps } from './link-opening'
import { changedDefaults, desktopEntry, isDefault } from './linux-links'

const ours = 'x-scheme-handler/discovery-desk=discovery-desk-links.desktop'
const others = '[Added Associations]\ntext/plain=edit.desktop\n\n[Default Applications]\ntext/html=browser.desktop\n'

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'link-opening-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const opener = (changes: Partial<LinkOpeningDeps> = {}) =>
  createLinkOpener({
    platform: 'linux',
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

describe('on Linux', () => {
  test('off at first; on it writes two files and says which; off again nothing is left', async () => {
    const links = opener()
    const files = ['~/.local/share/applications/discovery-desk-links.desktop', '~/.config/mimeapps.list']
    expect(await links.read()).toEqual({ state: 'off', files })
    expect(existsSync(entry())).toBe(false)
    expect(await links.set(true)).toEqual({ state: 'on', files })
    expect(readFileSync(entry(), 'utf8')).toContain('Exec="/opt/electron" "/src/desk" "--user-data-dir=/profile" %u\n')
    expect(readFileSync(defaults(), 'utf8')).toBe(`[Default Applications]\n${ours}\n`)
    expect(await links.set(false)).toEqual({ state: 'off', files })
    expect(existsSync(entry())).toBe(false)
    expect(readFileSync(defaults(), 'utf8')).not.toContain('discovery-desk')
  })

  test('leaves what others chose as it is, byte for byte once it is taken back', async () => {
    keepDefaults(others)
    await opener().set(true)
    expect(readFileSync(defaults(), 'utf8')).toContain('text/html=browser.desktop')
    await opener().set(false)
    expect(readFileSync(defaults(), 'utf8')).toBe(others)
  })

  test('keeps a list that is a link to elsewhere one', async () => {
    const real = path.join(home, 'dotfiles')
    writeFileSync(real, others)
    mkdirSync(path.dirname(defaults()), { recursive: true })
    symlinkSync(real, defaults())
    await opener().set(true)
    expect(lstatSync(defaults()).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toContain(ours)
  })

  test('is off for another copy or profile of the app', async () => {
    await opener().set(true)
    expect((await opener({ command: ['/opt/electron', '/elsewhere'] }).read()).state).toBe('off')
  })

  test('a folder of the person’s own choice is used, a relative one is not', async () => {
    const env = { XDG_DATA_HOME: path.join(home, 'data'), XDG_CONFIG_HOME: 'relative' }
    expect((await opener({ env }).read()).files).toEqual([
      '~/data/applications/discovery-desk-links.desktop',
      '~/.config/mimeapps.list',
    ])
  })

  test('what cannot be written is said', async () => {
    writeFileSync(path.join(home, '.local'), 'in the way')
    await expect(opener().set(true)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(existsSync(defaults())).toBe(false)
  })

  test('a list that cannot be read is neither written over nor half used', async () => {
    mkdirSync(defaults(), { recursive: true })
    await expect(opener().set(true)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(existsSync(entry())).toBe(false)
  })
})

test.each([
  ['installed', { isInstalled: true }],
  ['unavailable', { platform: 'darwin' }],
] as const)('%s: there is nothing to choose', async (state, changes) => {
  expect(await opener(changes).read()).toEqual({ state, files: [] })
  await expect(opener(changes).set(true)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('on Windows the system keeps it', async () => {
  let isOn = false
  const set = (next: boolean) => {
    isOn = next
    return true
  }
  const registry = { isOn: () => isOn, set }
  const links = opener({ platform: 'win32', registry })
  expect((await links.read()).state).toBe('off')
  expect((await links.set(true)).state).toBe('on')
  expect((await links.set(false)).state).toBe('off')
})

test('nothing in a path is taken for anything else', () => {
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
])('the list %j', (before, after) => {
  expect(isDefault(before)).toBe(false)
  expect(changedDefaults(before, true)).toBe(after)
  expect(changedDefaults(after, true)).toBe(after)
  expect(isDefault(after)).toBe(true)
  expect(isDefault(changedDefaults(after, false))).toBe(false)
})
