// The package for Debian and Ubuntu, as dpkg describes it and unpacks it to disk. Nothing is installed.
import { execFile as execFileWithCallback } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { expect, test } from '@playwright/test'
import { readStart, startPackaged } from './unpack'

const execFile = promisify(execFileWithCallback)
const maxBuffer = 64 * 1024 * 1024
const deb = process.env.DISCOVERY_DESK_DEB ?? ''

let folder: string
let root: string
const inRoot = (...parts: readonly string[]) => path.join(root, ...parts)
const read = async (command: string, ...args: string[]) => (await execFile(command, args, { maxBuffer })).stdout
const field = async (name: string) => (await read('dpkg-deb', '-f', deb, name)).trim()

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'discovery-desk-debian-'))
  root = path.join(folder, 'root')
  await read('dpkg', '-x', deb, root)
})
test.afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

test('the control file has the package’s name, version, architecture, maintainer, description and dependencies', async () => {
  const { version, author, description } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(await field('Package')).toBe('discovery-desk')
  // The version of a package on an unofficial runtime says so, and sorts before the release of that number.
  const shown = path.basename(deb).replace(/^discovery-desk-(.*)-linux-.*$/, '$1')
  expect(shown === version || /-(fallback|override)$/.test(shown)).toBe(true)
  expect(await field('Version')).toBe(shown.replace('-', '~'))
  if (shown !== version) await read('dpkg', '--compare-versions', await field('Version'), 'lt', version)
  expect(await field('Architecture')).toBe((await read('dpkg', '--print-architecture')).trim())
  expect(await field('Maintainer')).toBe(author)
  expect(await field('Description')).toContain(description)
  expect(Number(await field('Installed-Size'))).toBeGreaterThan(100_000)
  expect(await field('Section')).toBe('office')
  const depends = (await field('Depends')).split(', ')
  expect(depends).toEqual(
    expect.arrayContaining(['libgtk-3-0', 'libnss3', 'libgbm1', 'libsecret-1-0', 'libasound2 | libasound2t64']),
  )
  expect(new Set(depends).size).toBe(depends.length)
})

test('files are owned and writable by root only, and only chrome-sandbox is setuid', async () => {
  const lines = (await read('dpkg-deb', '-c', deb)).trimEnd().split('\n')
  const files = lines.map((line) => {
    const [mode = '', owner = '', , , , name = ''] = line.split(/\s+/)
    return { mode, owner, name }
  })
  expect(files.filter(({ owner }) => owner !== 'root/root')).toEqual([])
  expect(files.filter(({ mode }) => !mode.startsWith('l') && /^.....w|^........w/.test(mode))).toEqual([])
  // Chromium needs it to start its sandbox where users may not have namespaces. No other file runs as root.
  expect(files.filter(({ mode }) => /s/i.test(mode.slice(1))).map(({ mode, name }) => [mode, name])).toEqual([
    ['-rwsr-xr-x', './usr/lib/discovery-desk/chrome-sandbox'],
  ])
  const names = files.map(({ name }) => name)
  const icons = [16, 24, 32, 48, 64, 128, 256, 512].map(
    (size) => `./usr/share/icons/hicolor/${size}x${size}/apps/discovery-desk.png`,
  )
  expect(names).toEqual(expect.arrayContaining(['./usr/bin/discovery-desk', ...icons]))
  // Installing or removing it runs no program of ours.
  expect((await read('dpkg-deb', '--ctrl-tarfile', deb)).match(/\.\/(pre|post)(inst|rm)/)).toBeNull()
})

test('the Debian copyright file has the app’s licence and names the other licences beside the program', async () => {
  const copyright = await readFile(inRoot('usr/share/doc/discovery-desk/copyright'), 'utf8')
  expect(copyright).toContain((await readFile('LICENSE', 'utf8')).trim())
  const named = copyright.match(/\/usr\/lib\/\S+?(?=[,.]?\s)/g)?.map((name) => name.replace(/\.$/, '')) ?? []
  expect(named).toHaveLength(3)
  for (const name of named) expect((await stat(inRoot(name))).size).toBeGreaterThan(500)
})

test('the desktop entry is valid, and opens discovery-desk: links with the installed program', async () => {
  const entry = inRoot('usr/share/applications/discovery-desk.desktop')
  const lines = (await readFile(entry, 'utf8')).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      ...[
        '[Desktop Entry]',
        'Type=Application',
        'Name=Discovery Desk',
        'Exec=discovery-desk %U',
        'Icon=discovery-desk',
      ],
      ...['Categories=Office;', 'MimeType=x-scheme-handler/discovery-desk;'],
    ]),
  )
  // The command prints mistakes, and nothing for a valid entry.
  expect(await read('desktop-file-validate', entry)).toBe('')
})

test('the declared dependencies provide every library that the program and its native modules load', async () => {
  const installed = new Map<string, { needs: string; provides: string }>()
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own placeholders.
  const format = '${Package}\\t${Depends}, ${Pre-Depends}\\t${Provides}\\n'
  for (const line of (await read('dpkg-query', '-W', '-f', format)).trimEnd().split('\n')) {
    const [name = '', needs = '', provides = ''] = line.split('\t')
    installed.set(name, { needs, provides })
  }
  const names = (list: string) =>
    list
      .split(/[,|]/)
      .map((each) => each.trim().replace(/[\s:(].*$/s, ''))
      .filter(Boolean)
  const providers = new Map<string, string[]>()
  for (const [name, { provides }] of installed) {
    for (const each of names(provides)) providers.set(each, [...(providers.get(each) ?? []), name])
  }
  const reached = new Set<string>()
  const visit = (name: string): void => {
    if (reached.has(name)) return
    reached.add(name)
    for (const each of [...names(installed.get(name)?.needs ?? ''), ...(providers.get(name) ?? [])]) visit(each)
  }
  for (const name of names(await field('Depends'))) visit(name)

  const app = inRoot('usr/lib/discovery-desk')
  const modules = (await read('find', path.join(app, 'resources'), '-name', '*.node')).trim().split('\n')
  const loaded = await read('ldd', path.join(app, 'discovery-desk'), ...modules)
  expect(loaded).not.toContain('not found')
  const libraries = new Set(Array.from(loaded.matchAll(/=> (\/\S+)/g), ([, library = '']) => library))
  const foreign = [...libraries].filter((library) => !library.startsWith(root))
  expect(foreign.length).toBeGreaterThan(20)
  // A package may name the file with or without /usr. dpkg fails for unknown names, but still prints the others.
  const spellings = (library: string) => [library, `/usr${library}`, library.replace(/^\/usr/, '')]
  const search = await execFile('dpkg', ['-S', ...foreign.flatMap(spellings)], { maxBuffer }).catch((error) => error)
  const owners = new Map<string, string>()
  for (const [, owner = '', file = ''] of String(search.stdout).matchAll(/^([^:,]+)[^/]*: (\/.*)$/gm))
    owners.set(file, owner)
  const unowned = foreign.filter((library) => !spellings(library).some((each) => reached.has(owners.get(each) ?? '')))
  expect(unowned).toEqual([])
})

test('the installed program has its fuses set, starts from /usr/bin and opens the sandbox', async () => {
  const wire = await getCurrentFuseWire(inRoot('usr/lib/discovery-desk/discovery-desk'))
  const isOn = (fuse: FuseV1Options) => wire[fuse] === FuseState.ENABLE
  expect([FuseV1Options.RunAsNode, FuseV1Options.EnableNodeCliInspectArguments].map(isOn)).toEqual([false, false])
  expect([FuseV1Options.OnlyLoadAppFromAsar, FuseV1Options.EnableCookieEncryption].map(isOn)).toEqual([true, true])

  const profile = path.join(folder, 'profile')
  const running = startPackaged(inRoot('usr/bin'), [`--user-data-dir=${profile}`, '--sandbox'])
  expect(await readStart(profile)).toMatch(/start: sandbox, [1-9]\d* rows/)
  expect(await running.end()).toMatchObject({ code: 0 })
})
