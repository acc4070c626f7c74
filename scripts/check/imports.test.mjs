// Shows each rule fail on files that break this rule only.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { cruiseProject } from './imports.mjs'

const value = (specifier) => `import { a } from '${specifier}'\nexport const own = a`
const type = (specifier) => `import type { A } from '${specifier}'\nexport type Own = A`

/** File, text, and the rule that it breaks. */
const forbidden = [
  ['src/contract/one.ts', value('react'), 'contract-packages'],
  ['src/contract/two.ts', value('node:fs'), 'contract-packages'],
  ['src/contract/three.ts', value('../main/ipc/serve'), 'contract-layer'],
  ['src/contract/four.test.ts', value('../main/ipc/serve'), 'contract-layer-tests'],
  ['src/main/one.ts', type('../library/queries'), 'main-layer'],
  ['src/main/two.ts', value('../library/queries?modulePath'), 'main-layer'],
  ['src/main/three.ts', value('../renderer/client/client'), 'main-layer'],
  ['src/main/four.ts', value('../../scripts/paths.mjs'), 'inside-src'],
  ['src/library/one.ts', value('../main/index'), 'library-layer'],
  ['src/library/two.ts', value('electron'), 'processes-without-electron'],
  ['src/library/three.ts', value('node:https'), 'library-without-network'],
  ['src/library/four.ts', value('dns/promises'), 'library-without-network'],
  ['src/library/five.ts', "export const net = require('net')", 'library-without-network'],
  ['src/sandbox/one.ts', value('../main/index'), 'sandbox-layer'],
  ['src/sandbox/two.ts', value('electron'), 'processes-without-electron'],
  ['src/preload/one.ts', value('../main/index'), 'preload-layer'],
  ['src/renderer/app/one.tsx', value('../../main/index'), 'renderer-layer'],
  ['src/renderer/app/two.tsx', value('node:path'), 'renderer-without-node'],
  ['src/renderer/app/three.tsx', value('fs'), 'renderer-without-node'],
  ['src/renderer/app/four.tsx', type('electron'), 'renderer-without-electron'],
  ['src/renderer/app/five.tsx', "export const a = await import('../../library/index')", 'renderer-layer'],
  ['src/renderer/app/six.tsx', "export * from '../../sandbox/index'", 'renderer-layer'],
  ['src/renderer/app/seven.tsx', value('@/client/client'), 'resolvable'],
  ['src/renderer/app/eight.test.tsx', value('../../main/index'), 'renderer-layer-tests'],
  ['src/renderer/features/insights/One.tsx', value('../topics/TopicList'), 'feature-index'],
  ['src/renderer/features/topic-map/One.tsx', value('../topics'), 'renderer-feature-topic-map'],
  ['src/renderer/features/topics/One.tsx', value('../insights'), 'renderer-feature-alone'],
  ['src/renderer/client/one.ts', value('../ui/notify'), 'renderer-client'],
  ['src/renderer/ui/one.tsx', value('../app/ok-one'), 'renderer-ui'],
  ['src/renderer/ui/two.tsx', type('../records/ListShell'), 'renderer-ui'],
  ['src/renderer/ui/three.tsx', value('../features/insights'), 'renderer-ui'],
  ['src/renderer/navigation/one.ts', value('../records/ListShell'), 'renderer-navigation'],
  ['src/renderer/records/one.tsx', value('../features/insights'), 'renderer-records'],
  ['src/renderer/records/two.tsx', "import '../app/ok-one'", 'renderer-records'],
  ['src/renderer/features/insights/Two.tsx', value('../../app/ok-one'), 'renderer-features'],
  ['src/main/features/insights/one.ts', value('../sync/schedule'), 'feature-index'],
  ['src/other/one.ts', value('zod'), 'known-layers'],
]

const allowed = [
  ['src/contract/ok-one.ts', value('zod')],
  ['src/contract/ok-two.ts', value('./resources/insight')],
  ['src/contract/ok-three.test.ts', value('../sandbox/index')],
  ['src/main/ok-one.ts', value('../contract/resources/insight')],
  ['src/main/ok-two.ts', "import libraryPath from '../library/index?modulePath'\nexport const own = libraryPath"],
  ['src/main/ok-three.ts', value('electron')],
  ['src/main/ok-four.test.ts', value('../sandbox/start')],
  ['src/library/ok-one.ts', type('electron')],
  ['src/library/ok-two.ts', value('libsql')],
  ['src/sandbox/ok-one.ts', value('node:http')],
  ['src/renderer/app/ok-one.tsx', value('react')],
  ['src/renderer/app/ok-two.tsx', "import '../ui/theme.css'"],
  ['src/renderer/app/ok-three.tsx', value('../features/insights/index')],
  ['src/renderer/app/ok-four.tsx', value('../features/insights/InsightRow')],
  ['src/renderer/features/topic-map/ok-one.tsx', value('../insights')],
  ['src/renderer/features/insights/ok-two.tsx', value('./InsightRow')],
  ['src/renderer/features/insights/ok-three.tsx', value('../../records/ListShell')],
  ['src/renderer/features/insights/ok-four.test.tsx', value('../../app/ok-one')],
  ['src/renderer/records/ok-one.tsx', value('../ui/notify')],
  ['src/renderer/ui/ok-one.tsx', value('../client/client')],
  ['src/main/features/ok-insights.ts', value('./sync')],
]

/** Files that the examples import. */
const others = [
  ...['src/contract/resources/insight.ts', 'src/main/index.ts', 'src/main/ipc/serve.ts', 'scripts/paths.mjs'],
  ...['src/library/index.ts', 'src/library/queries.ts', 'src/sandbox/index.ts', 'src/sandbox/start.ts'],
  ...['src/renderer/client/client.ts', 'src/renderer/ui/theme.css', 'src/renderer/features/insights/index.ts'],
  ...['src/renderer/ui/notify.ts', 'src/renderer/records/ListShell.tsx'],
  ...['src/renderer/features/insights/InsightRow.tsx', 'src/renderer/features/topics/index.ts'],
  ...['src/renderer/features/topics/TopicList.tsx', 'src/main/features/sync.ts', 'src/main/features/sync/schedule.ts'],
]

let folder
let problems
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'imports-'))
  const files = [
    ...others.map((name) => [name, name.endsWith('.css') ? '' : 'export const a = 1']),
    ...forbidden,
    ...allowed,
  ]
  for (const [name, text] of files) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  symlinkSync(inProject('node_modules'), path.join(folder, 'node_modules'), 'junction')
  problems = (await cruiseProject(folder, ['src'])).problems
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(forbidden)('%s must not have: %s (%s)', (name, _, rule) => {
  expect(problems.filter((problem) => problem.startsWith(`${name}: `))).toContainEqual(
    expect.stringContaining(`(${rule})`),
  )
})

test.each(allowed)('%s may have: %s', (name) => {
  expect(problems.filter((problem) => problem.startsWith(`${name}: `))).toEqual([])
})
