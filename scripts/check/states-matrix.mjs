/**
 * Which view has been led through which state of the service, read from the names of the specs. `docs/states.md` is this
 * table: `node scripts/check/states-matrix.mjs > docs/states.md` writes it anew, and a test compares the two.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(import.meta.dirname, '../..')
export const states = ['success', '400', '401', '403', '404', '500', 'offline', 'empty', '2,000 rows']

const head = `# Every view in every state of the service

Made from the names of the specs by \`node scripts/check/states-matrix.mjs > docs/states.md\`.

Each runs in the real app over real HTTP; a server in between answers as the state wants. 401 and 403 are the sandbox's own,
for expired, foreign and read-only tokens. "Through the sync": what is in that state is the sync, which fills the view; one
window goes through the failures with all views in it. What a view asks the service itself is under "Its own calls".
`

/** @returns {Promise<string[]>} */
async function viewNames() {
  const text = await readFile(path.join(root, 'src/renderer/navigation/views.ts'), 'utf8')
  return [...text.matchAll(/path: '\/\w+', label: '([^']+)'/g)].map(([, label]) => label)
}

async function specTitles() {
  const folder = path.join(root, 'e2e/specs')
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('states.spec.ts')).sort()
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))
  return files.flatMap((file, place) =>
    [...texts[place].matchAll(/^test\('([^']+)'/gm)].map(([, title]) => ({ file: file.replaceAll('\\', '/'), title })),
  )
}

/** A spec names the views that it leads through the states, before the first colon. */
const isAbout = (title, view) => title.split(':')[0].split(', ').includes(view)

const isOf = (title, state) => new RegExp(`(^|[ :,])${state}\\b`).test(title)

/** One entry per view: the specs that name it, and how each state was come to. */
export async function readStates() {
  const titles = await specTitles()
  return (await viewNames()).map((view) => {
    const own = titles.filter(({ title }) => isAbout(title, view))
    const cellOf = (state) => {
      const those = own.filter(({ title }) => isOf(title, state))
      if (those.length === 0) return '–'
      return those.every(({ title }) => title.includes('through the sync')) ? 'through the sync' : 'yes'
    }
    return {
      view,
      specs: [...new Set(own.map(({ file }) => file))],
      cells: states.map(cellOf),
      operations: own
        .flatMap(({ title }) => title.split('; ').slice(1))
        .map((part) => part.replace(/^and /, ''))
        .join('; '),
    }
  })
}

export async function statesMatrix() {
  const columns = ['View', ...states, 'Its own calls', 'Spec']
  const rows = (await readStates()).map(({ view, specs, cells, operations }) => [
    view,
    ...cells,
    operations === '' ? 'none' : operations,
    specs.map((spec) => `\`e2e/specs/${spec}\``).join(', '),
  ])
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return `${head}\n${lines.join('\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await statesMatrix())
