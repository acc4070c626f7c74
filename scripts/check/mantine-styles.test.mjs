/**
 * The page loads only the styles of Mantine's components that it uses, and of their parts: loading all would double the
 * styles of the first frame. The list is src/renderer/app/mantine.css.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { filesBelow } from '../setup/stamp.mjs'

const core = inProject('node_modules', '@mantine', 'core')
const stylesFolder = path.join(core, 'styles')
const page = inProject('src', 'renderer')
const isSource = (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)

/** Names imported from Mantine by the page and by Mantine's other packages. */
function usedNames() {
  const notifications = inProject('node_modules', '@mantine', 'notifications', 'esm')
  const modals = inProject('node_modules', '@mantine', 'modals', 'esm')
  const sources = [
    ...filesBelow(page, {})
      .filter(isSource)
      .map((name) => path.join(page, name)),
    ...[notifications, modals].flatMap((folder) =>
      filesBelow(folder, {})
        .filter((name) => name.endsWith('.mjs'))
        .map((name) => path.join(folder, name)),
    ),
  ]
  const imports = /import\s+\{([^}]*)\}\s+from\s+["']@mantine\/core["']/g
  return new Set(
    sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(imports)].flatMap(([, names]) =>
        names
          .split(',')
          .map((name) => name.trim().replace(/ as .*/, ''))
          .filter((name) => /^[A-Z]\w+$/.test(name)),
      ),
    ),
  )
}

/** Finds the styles of a component and its imports, by the names of class modules. */
function stylesOf(name, seen, found) {
  const visit = (file) => {
    if (seen.has(file) || !existsSync(file)) return
    seen.add(file)
    const module = /([A-Za-z]+)\.module\.mjs$/.exec(file)
    if (module) found.add(module[1])
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/from\s+["'](\.[^"']+)["']/g)) {
      visit(path.resolve(path.dirname(file), target))
    }
  }
  // Some components of several parts have a folder for each part.
  for (const folder of [name, path.join(name, name)]) visit(path.join(core, 'esm', 'components', folder, `${name}.mjs`))
}

function wantedStyles() {
  const found = new Set()
  const seen = new Set()
  for (const name of [...usedNames(), 'MantineProvider']) stylesOf(name, seen, found)
  return [...found].filter((name) => existsSync(path.join(stylesFolder, `${name}.css`)))
}

it('loads the styles of the components that the page uses, in the order of the whole style sheet', () => {
  const whole = readFileSync(path.join(core, 'styles.css'), 'utf8')
  const placeOf = (name) => whole.indexOf(readFileSync(path.join(stylesFolder, `${name}.css`), 'utf8').trim())
  const wanted = ['baseline', 'default-css-variables', 'global', ...wantedStyles()]
  const lines = wanted
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((name) => `@import "@mantine/core/styles/${name}.css";`)
  const list = readFileSync(path.join(page, 'app', 'mantine.css'), 'utf8')
  expect(list.split('\n').filter((line) => line.startsWith('@import'))).toEqual(lines)
})
