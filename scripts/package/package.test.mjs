import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { runQuietly } from '../setup/run.mjs'
import { openAdvisories } from './audit.mjs'
import { collectRelease, mergeFeeds } from './collect-release.mjs'
import { debianVersion, maintainerOf } from './debian.mjs'
import { assertReleasable, readRuntime } from './runtime.mjs'
import { cutDown } from './sbom.mjs'
import { installedPackages, licencesText } from './shipped.mjs'

/** Finds the packages that electron-builder is made of. */
const builderRequire = createRequire(createRequire(import.meta.url).resolve('electron-builder'))

let folder
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'package-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const write = (name, contents) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), typeof contents === 'string' ? contents : JSON.stringify(contents))
}

test('a version is marked when its runtime is not the official one', () => {
  write('version', 'v40.1.0\n')
  const read = () => readRuntime({ ELECTRON_OVERRIDE_DIST_PATH: folder })
  expect(read()).toMatchObject({ kind: 'override', version: '40.1.0', appVersion: expect.stringMatching(/-override$/) })
  write('fallback-runtime.txt', 'made by setup')
  expect(read()).toMatchObject({ kind: 'fallback', appVersion: expect.stringMatching(/^\d+\.\d+\.\d+-fallback$/) })
})

test('a release is refused on any runtime but the official one', () => {
  expect(() => assertReleasable({ kind: 'official', version: '45.4.1' })).not.toThrow()
  for (const kind of ['fallback', 'override']) {
    expect(() => assertReleasable({ kind, version: '25.1.1' })).toThrow(`not from 25.1.1 (${kind})`)
  }
})

test('npm run package -- --release fails on the fallback runtime, before it builds or packages anything', async () => {
  write('version', '25.1.1')
  write('fallback-runtime.txt', 'made by setup')
  for (const executable of ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron']) write(executable, '')
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder }
  const { code, output } = await runQuietly(process.execPath, [inProject('scripts', 'package.mjs'), '--release'], {
    env,
  })
  expect(output.trim()).toBe('A release is made from the official Electron, not from 25.1.1 (fallback).')
  expect(code).toBe(1)
})

test('the menu entry inside an AppImage does not turn off Chromium’s sandbox', async () => {
  write('version', '45.4.1')
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder)
  const { default: config } = await import('../../electron-builder.config.mjs')
  const { default: AppImageTarget } = builderRequire('app-builder-lib/out/targets/appimage/AppImageTarget')
  const packager = { config, platformSpecificBuildOptions: config.linux, appInfo: { buildVersion: '0.1.0' } }
  const command = { computeDesktopEntry: async (_, exec) => exec }
  const { desktopEntry } = new AppImageTarget(null, packager, command, folder)
  expect(await desktopEntry.value).toBe('AppRun %U')
})

test('an audit lists the advisories of shipped packages, except accepted ones', () => {
  const advisory = (id) => ({ title: 'Reads too much', url: `https://github.com/advisories/${id}` })
  const report = {
    vulnerabilities: {
      bundled: { nodes: ['node_modules/bundled', 'node_modules/tool/node_modules/bundled'], via: [advisory('GHSA-a')] },
      parent: { nodes: ['node_modules/parent'], via: ['bundled', advisory('GHSA-b')] },
      tool: { nodes: ['node_modules/tool'], via: [advisory('GHSA-c')] },
    },
  }
  // Advisories of other kinds: without an id, or with one that may occur in any text.
  const others = ['https://github.com/advisories/GHSA-b/', 'https://npmjs.com/advisories/25'].map((url) => ({
    title: 'Old',
    url,
  }))
  report.vulnerabilities.parent.via.push(...others)
  const packages = {
    'node_modules/bundled': { version: '1.0.0' },
    'node_modules/tool/node_modules/bundled': { version: '2.0.0' },
    'node_modules/parent': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0' },
  }
  const shipped = ['bundled', 'parent'].map((name) => ({ name, version: '1.0.0' }))
  const open = openAdvisories(report, { packages }, shipped, 'Accepted: GHSA-b, as nothing calls it. 25')
  expect(open).toEqual([
    'bundled@1.0.0: Reads too much (https://github.com/advisories/GHSA-a)',
    ...others.map(({ url }) => `parent@1.0.0: Old (${url})`),
  ])
  const refused = { message: 'Service unavailable' }
  expect(() => openAdvisories(refused, { packages }, shipped, '')).toThrow('Service unavailable')
})

test('a Debian version with a suffix sorts before the release of the same number', () => {
  expect(debianVersion('0.1.0')).toBe('0.1.0')
  expect(debianVersion('0.1.0-fallback')).toBe('0.1.0~fallback')
  expect(debianVersion('0.1.0-rc-1')).toBe('0.1.0~rc-1')
})

test('the maintainer is the author, in both forms that package.json allows', () => {
  expect(maintainerOf('Anna <anna@example.org>')).toBe('Anna <anna@example.org>')
  expect(maintainerOf({ name: 'Anna', email: 'anna@example.org' })).toBe('Anna <anna@example.org>')
})

test('the installed packages are the production ones of this platform, with the texts of their licences', () => {
  const packages = { '': {}, 'node_modules/a': {}, 'node_modules/b': { dev: true }, 'node_modules/for-windows': {} }
  write('package-lock.json', { packages })
  for (const name of ['a', 'b']) write(`node_modules/${name}/package.json`, { name, version: '1.0.0', license: 'MIT' })
  write('node_modules/a/LICENCE.md', 'Be free.\n')
  expect(installedPackages(folder)).toEqual([{ name: 'a', version: '1.0.0', licence: 'MIT', text: 'Be free.' }])
})

test('a package is refused when its licence is missing, malformed or not permissive enough', () => {
  const shipped = (licence) => [{ name: 'a', version: '1.0.0', licence, text: 'Be free.' }]
  expect(licencesText(shipped('MIT'))).toContain('a 1.0.0 (MIT)\n\nBe free.')
  expect(licencesText(shipped('MIT AND ISC AND BSD-3-Clause'))).toContain('a 1.0.0 (MIT AND ISC AND BSD-3-Clause)')
  for (const licence of ['GPL-3.0', 'MIT AND GPL-3.0', 'MIT AND', undefined])
    expect(() => licencesText(shipped(licence))).toThrow(/a 1\.0\.0/)
})

test('the bill of materials lists Electron and every shipped package, bundled or not, and no tools', () => {
  const component = (name) => ({ 'bom-ref': `${name}@1.0.0`, name, scope: 'optional', properties: [] })
  const sbom = {
    metadata: { component: { 'bom-ref': 'app@0.1.0', name: 'a folder' } },
    components: ['bundled', 'part-of-it', 'tool'].map(component),
    dependencies: [
      { ref: 'app@0.1.0', dependsOn: ['bundled@1.0.0', 'tool@1.0.0'] },
      { ref: 'bundled@1.0.0', dependsOn: ['part-of-it@1.0.0'] },
      { ref: 'tool@1.0.0', dependsOn: ['part-of-it@1.0.0'] },
    ],
  }
  const runtime = { version: '45.0.0', appVersion: '0.1.0' }
  const shipped = ['bundled', 'part-of-it'].map((name) => ({ name, version: '1.0.0' }))
  const made = cutDown(sbom, shipped, runtime)
  expect(made.components.map((each) => each['bom-ref'])).toEqual([
    'electron@45.0.0',
    'bundled@1.0.0',
    'part-of-it@1.0.0',
  ])
  expect(made.dependencies).toEqual([
    { ref: 'app@0.1.0', dependsOn: ['electron@45.0.0', 'bundled@1.0.0'] },
    { ref: 'bundled@1.0.0', dependsOn: ['part-of-it@1.0.0'] },
  ])
  expect(() => cutDown(sbom, [{ name: 'unheard-of', version: '1.0.0' }], runtime)).toThrow('unheard-of@1.0.0')
})

test('a release has the files of all platforms, and one macOS feed for both processor types', () => {
  const feed = (name) =>
    `version: 0.2.0\nfiles:\n  - url: ${name}\n    sha512: a+/=\n    size: 1\npath: ${name}\nsha512: a+/=\n`
  write('packages/macos-latest/latest-mac.yml', feed('mac-arm64.zip'))
  write('packages/macos-15-intel/latest-mac.yml', feed('mac-x64.zip'))
  write('packages/windows-latest/latest.yml', feed('win-x64.exe'))
  write('packages/windows-latest/win-x64.exe', 'program')
  write('packages/windows-latest/desk.cdx.json', '{}')
  const release = path.join(folder, 'release')
  collectRelease(path.join(folder, 'packages'), release)
  const names = ['desk-windows-latest.cdx.json', 'latest-mac.yml', 'latest.yml', 'win-x64.exe']
  expect(readdirSync(release).sort()).toEqual(names)
  const merged = readFileSync(path.join(release, 'latest-mac.yml'), 'utf8')
  expect(merged.match(/^ {2}- url: .*$/gm)).toEqual(['  - url: mac-x64.zip', '  - url: mac-arm64.zip'])
  expect(merged.match(/^(version|path|sha512):/gm)).toEqual(['version:', 'path:', 'sha512:'])
  expect(readFileSync(path.join(release, 'latest.yml'), 'utf8')).toBe(feed('win-x64.exe'))
  expect(() => mergeFeeds([feed('a'), feed('b').replace('0.2.0', '0.3.0')])).toThrow('different versions')
})
