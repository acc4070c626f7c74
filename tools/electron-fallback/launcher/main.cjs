/**
 * What the fallback runtime runs when it is given a folder: the part of Electron's own default app that
 * `electron .`, electron-vite and Playwright need. It understands `-r module` and then loads the folder or file.
 * It never sets the userData path: that would hide `--user-data-dir`.
 */
const { existsSync, readFileSync } = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { app } = require('electron')

const args = process.argv.slice(1)
let target
while (args.length > 0 && target === undefined) {
  const arg = args.shift()
  if (arg === '-r' || arg === '--require') Module._load(args.shift(), module, false)
  else if (!arg.startsWith('-')) target = path.resolve(arg)
}

function open(folderOrFile) {
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })
  const manifestFile = path.join(folderOrFile, 'package.json')
  const isFolder = existsSync(manifestFile)
  if (isFolder) {
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
    if (manifest.version) app.setVersion(manifest.version)
    app.name = manifest.productName || manifest.name || app.name
    app.setDesktopName(manifest.desktopName || `${app.name}.desktop`)
  }
  app.setAppPath(isFolder ? folderOrFile : path.dirname(Module._resolveFilename(folderOrFile, null, true)))
  Module._load(folderOrFile, module, true)
}

if (target === undefined) {
  process.stderr.write('usage: electron [-r module] <folder or file>\n')
  app.exit(2)
} else {
  open(target)
}
