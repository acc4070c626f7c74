/**
 * What an installed Discovery Desk consists of, for electron-builder. `npm run package` (scripts/package.mjs) makes the files
 * named here first. docs/decisions/0022-packaging.md explains the choices.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { iconFolder, licencesFile } from './scripts/package/paths.mjs'
import { readRuntime } from './scripts/package/runtime.mjs'

const runtime = readRuntime()

/** Files of packages that are only read when they are compiled. */
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
  // The official runtime is downloaded for every architecture that is built.
  electronDist: runtime.kind === 'official' ? undefined : runtime.folder,

  files: ['out/**', '!out/.build-stamp', '!out/*/.vite{,/**}', '!out/main/sandbox-command-line.cjs', ...notNeeded],
  asar: true,
  // The system loads native modules from real files only.
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
    // The fallback runtime is too old to have it.
    ...(runtime.kind === 'fallback' ? {} : { grantFileProtocolExtraPrivileges: false }),
  },
  // Before the archives are hashed, as it would be read like one.
  afterExtract({ appOutDir, electronPlatformName }) {
    // The fallback runtime's launcher: a folder, which electron-builder leaves in place.
    if (electronPlatformName === 'linux')
      rmSync(path.join(appOutDir, 'resources/default_app.asar'), { recursive: true, force: true })
  },

  protocols: [{ name: 'Discovery Desk link', schemes: ['discovery-desk'] }],
  linux: {
    // The package for Debian is made by scripts/package/debian.mjs.
    target: ['AppImage', 'rpm'],
    executableName: 'discovery-desk',
    syncDesktopName: true,
    icon: iconFolder,
    category: 'Office',
    synopsis: 'Client of a Product Discovery Workspace',
    maintainer: 'Discovery Desk',
  },
  mac: {
    target: ['dmg', 'zip'],
    icon: path.join(iconFolder, '1024x1024.png'),
    category: 'public.app-category.productivity',
    hardenedRuntime: true,
    entitlements: 'resources/package/entitlements.mac.plist',
    entitlementsInherit: 'resources/package/entitlements.mac.plist',
    // Notarised when the variables of a set of Apple credentials are there, and otherwise not.
  },
  win: { target: ['nsis'], icon: path.join(iconFolder, '1024x1024.png') },
  nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false },
  // Makes the feeds (latest*.yml) of a release, and app-update.yml, which names the publisher on Windows. Nothing is
  // uploaded, and the address is never asked: each installation is given its own. See docs/decisions/0023-updates.md.
  publish: { provider: 'generic', url: 'https://updates.invalid/' },
}
