/**
 * The contents of an installed Discovery Desk, for electron-builder. `npm run package` (scripts/package.mjs) first makes the
 * files named here. docs/decisions/0022-packaging.md explains the choices.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { iconFolder, licencesFile } from './scripts/package/paths.mjs'
import { readRuntime } from './scripts/package/runtime.mjs'

const runtime = readRuntime()

/** Files of packages that only their compilation reads. */
const notNeeded = [
  '!**/*.{md,d.ts,cc,h,gyp,map}',
  '!node_modules/{keytar/{script,src},node-addon-api}{,/**}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder's own placeholders.
  '!node_modules/keytar/prebuilds/!(${platform}-${arch}){,/**}',
  '!node_modules/@libsql/linux-*-musl{,/**}',
]

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'app.discoverydesk',
  productName: 'Discovery Desk',
  copyright: 'Copyright © 2026 the Discovery Desk contributors',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder's own placeholders.
  artifactName: 'discovery-desk-${version}-${os}-${arch}.${ext}',
  directories: { output: 'dist', buildResources: 'resources/package' },
  extraMetadata: { version: runtime.appVersion, desktopName: 'discovery-desk.desktop' },
  electronVersion: runtime.version,
  // electron-builder downloads the official runtime for each architecture.
  electronDist: runtime.kind === 'official' ? undefined : runtime.folder,

  files: ['out/**', '!out/.build-stamp', '!out/*/.vite{,/**}', '!out/main/sandbox-command-line.cjs', ...notNeeded],
  asar: true,
  // The operating system loads native modules from real files only.
  asarUnpack: ['**/*.node'],
  // Both native modules come with a binary for each platform.
  npmRebuild: false,
  extraResources: [{ from: licencesFile, to: path.basename(licencesFile) }],
  extraFiles: [{ from: 'LICENSE', to: 'LICENSE.discovery-desk.txt' }],

  // Flipped before the app is signed. e2e/package reads them back.
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    // Checked on macOS and Windows, ignored on Linux.
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    // The fallback runtime is too old for this fuse.
    ...(runtime.kind === 'fallback' ? {} : { grantFileProtocolExtraPrivileges: false }),
  },
  // Runs before archives are hashed: this folder would be read like one.
  afterExtract({ appOutDir, electronPlatformName }) {
    // Removes the fallback runtime's launcher, a folder that electron-builder leaves in place.
    if (electronPlatformName === 'linux')
      rmSync(path.join(appOutDir, 'resources/default_app.asar'), { recursive: true, force: true })
  },

  protocols: [{ name: 'Discovery Desk link', schemes: ['discovery-desk'] }],
  linux: {
    // scripts/package/debian.mjs makes the package for Debian.
    target: ['AppImage', 'rpm'],
    executableName: 'discovery-desk',
    syncDesktopName: true,
    icon: iconFolder,
    category: 'Office',
    synopsis: 'Client of a Product Discovery Workspace',
    maintainer: 'Discovery Desk',
  },
  // By default, its menu entry turns off Chromium's sandbox on every system. AppRun does so where the sandbox can't start.
  appImage: { executableArgs: [] },
  mac: {
    target: ['dmg', 'zip'],
    icon: path.join(iconFolder, '1024x1024.png'),
    category: 'public.app-category.productivity',
    hardenedRuntime: true,
    entitlements: 'resources/package/entitlements.mac.plist',
    entitlementsInherit: 'resources/package/entitlements.mac.plist',
    // Notarised only when the variables of Apple credentials are set.
  },
  win: { target: ['nsis'], icon: path.join(iconFolder, '1024x1024.png') },
  nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false },
  // Makes the feeds (latest*.yml) of a release, and app-update.yml, which names the publisher on Windows. Nothing is
  // uploaded, and the address is never used: each installation gets its own. See docs/decisions/0023-updates.md.
  publish: { provider: 'generic', url: 'https://updates.invalid/' },
}
