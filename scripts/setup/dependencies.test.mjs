import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { installing } from './npm.mjs'
import { inProject } from './paths.mjs'

test('setup runs no install scripts, and only the known packages that work without theirs have one', () => {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'))
  const withScripts = Object.keys(packages).filter((place) => packages[place].hasInstallScript)
  // Their scripts only look for a binary that the lock has as a package, or build one that the package contains.
  expect(withScripts).toEqual(['node_modules/@swc/core', 'node_modules/electron-winstaller', 'node_modules/keytar'])
  expect(installing).toContain('--ignore-scripts')
  // npm's own list covers installs by hand, with an npm that supports it.
  const { allowScripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  expect(allowScripts).toEqual({ '@github/keytar': false, '@swc/core': false, 'electron-winstaller': false })
})
