// The specs lead every view through every state of the service. Their titles are the source of the table in docs/states.md.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { filesBelow } from '../setup/stamp.mjs'

const states = ['success', '400', '401', '403', '404', '500', 'offline', 'empty', '2,000 rows']

const head = `# Every view in every state of the service

Made from the titles of the specs by \`npm run test:unit -- scripts/check/states -u\`.

Each test runs the real app against a real HTTP server that answers as the state requires. 401 and 403 come from the
sandbox (expired, foreign and read-only tokens). *Through the sync* means that the sync is put into that state and the
view shows its result; for failures, one window visits every view. *Its own calls* lists the requests that a view makes
itself.
`

const read = (...parts) => readFileSync(inProject(...parts), 'utf8')

const titles = filesBelow(inProject('e2e', 'specs'))
  .filter((name) => name.endsWith('states.spec.ts'))
  .flatMap((name) =>
    [...read('e2e', 'specs', name).matchAll(/^test\('([^']+)'/gm)].map(([, title]) => ({ file: name, title })),
  )

const viewSource = read('src', 'renderer', 'navigation', 'views.ts')
const views = [...viewSource.matchAll(/path: '\/[\w-]+', label: '([^']+)'/g)].map(([, view]) => {
  // Before its first colon, a title names the views that the spec leads through the states.
  const own = titles.filter(({ title }) => title.split(':')[0].split(', ').includes(view))
  const cells = states.map((state) => {
    const those = own.filter(({ title }) => new RegExp(`(^|[ :,])${state}\\b`).test(title))
    if (those.length === 0) return '–'
    return those.every(({ title }) => title.includes('through the sync')) ? 'through the sync' : 'yes'
  })
  const calls = own.flatMap(({ title }) => title.split('; ').slice(1)).map((part) => part.replace(/^and /, ''))
  return { view, cells, calls: calls.join('; ') || 'none', specs: [...new Set(own.map(({ file }) => file))] }
})

test('finds every view', () => {
  expect(views.map(({ view }) => view)).toContain('What changed')
  expect(views).toHaveLength(viewSource.match(/binding: '/g).length)
})

test.each(views)('$view is taken through every state by a spec', ({ cells }) => {
  expect(states.filter((_, place) => cells[place] === '–')).toEqual([])
})

test('docs/states.md is up to date', async () => {
  const columns = ['View', ...states, 'Its own calls', 'Spec']
  const rows = views.map(({ view, cells, calls, specs }) => {
    return [view, ...cells, calls, specs.map((spec) => `\`e2e/specs/${spec}\``).join(', ')]
  })
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  await expect(`${head}\n${lines.join('\n')}\n`).toMatchFileSnapshot(inProject('docs', 'states.md'))
})
