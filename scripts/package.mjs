/**
 * `npm run package`: makes the app in dist/: a folder, on Linux also a tar.gz and a package for Debian, and a bill of
 * materials. `--release` makes and signs the installers of this platform instead, with electron-builder's own tools,
 * which it downloads. An unofficial runtime rules out a release, and shows in the version of other packages.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeDebianPackage, missingTools } from './package/debian.mjs'
import { writeIcons } from './package/icons.mjs'
import { iconFolder, licencesFile, packagesFolder } from './package/paths.mjs'
import { assertReleasable, readRuntime } from './package/runtime.mjs'
import { makeSbom } from './package/sbom.mjs'
import { licencesText, shippedPackages } from './package/shipped.mjs'
import { ensureBuild } from './setup/build.mjs'
import { readOptions } from './setup/options.mjs'
import { inProject } from './setup/paths.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { packageCommand, runOrFail } from './setup/run.mjs'

const say = (text) => console.log(text)

await runScript(async (args) => {
  const { release } = readOptions(args, { release: false })
  const { node, env } = await prepare(say, { system: 'none', electron: true })
  const runtime = readRuntime(env)
  if (release) assertReleasable(runtime)
  await ensureBuild(say, { node, env })
  const name = `discovery-desk-${runtime.appVersion}`
  rmSync(packagesFolder, { recursive: true, force: true })
  mkdirSync(packagesFolder)

  const shipped = shippedPackages()
  await writeIcons(iconFolder)
  writeFileSync(licencesFile, licencesText(shipped))
  const sbom = await makeSbom({ node, env }, shipped, runtime)
  writeFileSync(path.join(packagesFolder, `${name}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`)

  say(`Packaging Discovery Desk ${runtime.appVersion} on Electron ${runtime.version} …`)
  const builder = [packageCommand('electron-builder'), '--config', inProject('electron-builder.config.mjs')]
  // An unsigned release fails on macOS and Windows.
  const goal = release ? ['--publish=never', '--config.forceCodeSigning=true'] : ['--dir']
  await runOrFail('electron-builder', node, [...builder, ...goal], { cwd: inProject(), env })
  if (process.platform === 'linux') {
    const app = path.join(packagesFolder, unpackedFolder())
    const packageName = `${name}-linux-${process.arch}`
    await archive(packageName)
    const missing = missingTools()
    if (missing.length > 0 && !release) {
      say(`No package for Debian: it needs ${missing.join(' and ')} (sudo apt-get install dpkg fakeroot).`)
    } else {
      const { appVersion } = runtime
      // xz is smaller, but takes minutes.
      const compression = release ? 'xz' : 'gzip'
      const made = { appVersion, compression, deb: `${packageName}.deb`, to: packagesFolder }
      await makeDebianPackage({ app, icons: iconFolder, ...made })
    }
  }
  rmSync(path.join(packagesFolder, 'builder-debug.yml'), { force: true })
  for (const each of readdirSync(packagesFolder)) say(describe(each))
})

/** electron-builder's own archive needs 7-Zip, which it downloads. The order and owner of files do not vary. */
async function archive(name) {
  const file = path.join(packagesFolder, `${name}.tar.gz`)
  const sameEverywhere = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner']
  const renamed = `--transform=s,^linux[^/]*-unpacked,${name},`
  await runOrFail('tar', 'tar', ['czf', file, ...sameEverywhere, renamed, '-C', packagesFolder, unpackedFolder()])
}

function unpackedFolder() {
  return readdirSync(packagesFolder).find((each) => /^linux.*-unpacked$/.test(each))
}

function describe(name) {
  const { size } = statSync(path.join(packagesFolder, name))
  return `  dist/${name}${size > 1_000_000 ? ` (${(size / 1_000_000).toFixed(0)} MB)` : ''}`
}
