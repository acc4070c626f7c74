import { expect, test } from 'vitest'
import { checkFolderCycles } from './folder-cycles.mjs'

/** `from: [to, …]` */
const modules = (imports) =>
  Object.entries(imports).map(([source, targets]) => ({
    source,
    dependencies: targets.map((resolved) => ({ resolved })),
  }))

const cycles = (imports) => checkFolderCycles(modules(imports))

test('finds folders that import each other, and lists the imports', () => {
  const imports = { 'src/main/outbox/a.ts': ['src/main/sync/b.ts'], 'src/main/sync/c.ts': ['src/main/outbox/d.ts'] }
  expect(cycles(imports)).toEqual([
    [
      'folders in a cycle: src/main/outbox -> src/main/sync -> src/main/outbox',
      'src/main/outbox/a.ts imports src/main/sync/b.ts',
      'src/main/sync/c.ts imports src/main/outbox/d.ts',
    ].join('\n    '),
  ])
})

test('finds cycles at any depth, including those between parent folders', () => {
  const imports = { 'src/a/one/x.ts': ['src/b/one/y.ts'], 'src/b/two/y.ts': ['src/a/two/x.ts'] }
  expect(cycles(imports)).toEqual([expect.stringContaining('src/a -> src/b -> src/a')])
})

test('finds a cycle of three', () => {
  const imports = { 'src/a/x.ts': ['src/b/x.ts'], 'src/b/y.ts': ['src/c/x.ts'], 'src/c/y.ts': ['src/a/y.ts'] }
  expect(cycles(imports)).toEqual([expect.stringContaining('src/a -> src/b -> src/c -> src/a')])
})

test('finds a file that imports a folder beside it and is imported by it', () => {
  const imports = { 'src/a/index.ts': ['src/a/part/x.ts'], 'src/a/part/y.ts': ['src/a/index.ts'] }
  expect(cycles(imports)).toHaveLength(1)
})

test('allows a folder to import a file above it that is not the one importing the folder', () => {
  const imports = { 'src/a/index.ts': ['src/a/part/x.ts'], 'src/a/part/x.ts': ['src/a/types.ts'] }
  expect(cycles(imports)).toEqual([])
})

test('leaves cycles within one folder to the linter', () => {
  expect(cycles({ 'src/a/x.ts': ['src/a/y.ts'], 'src/a/y.ts': ['src/a/x.ts'] })).toEqual([])
})
