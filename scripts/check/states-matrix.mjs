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
for expired, foreign and read-only tokens. "Through the sync": the view asks the service nothing by itself to be filled.
`

/** @returns {Promise<string[]>} */
async function viewNames() {
  const text = await readFile(path.join(root, 'src/renderer/app/views.ts'), 'utf8')
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

/** One entry per view: the specs whose names begin with it, and the states that they name. */
export async function readStates() {
  const titles = await specTitles()
  return (await viewNames()).map((view) => {
    const own = titles.filter(({ title }) => new RegExp(`^${view}\\b`).test(title))
    const told = own.map(({ title }) => title).join(' ')
    return {
      view,
      specs: [...new Set(own.map(({ file }) => file))],
      isThroughSync: told.includes('through the sync'),
      covered: states.filter((state) => new RegExp(`(^|[ :,])${state}\\b`).test(told)),
      operations: own
        .flatMap(({ title }) => title.split('; ').slice(1))
        .map((part) => part.replace(/^and /, ''))
        .join('; '),
    }
  })
}

export async function statesMatrix() {
  const columns = ['View', ...states, 'Its own calls', 'Spec']
  const rows = (await readStates()).map(({ view, specs, isThroughSync, covered, operations }) => [
    view,
    ...states.map((state) => (covered.includes(state) ? (isThroughSync ? 'through the sync' : 'yes') : '–')),
    operations === '' ? 'none' : operations,
    specs.map((spec) => `\`e2e/specs/${spec}\``).join(', '),
  ])
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return `${head}\n${lines.join('\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await statesMatrix())
