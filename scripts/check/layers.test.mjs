import { expect, test } from 'vitest'
import { checkLayers } from './layers.mjs'

const check = (path, text) => checkLayers([{ path, text }])
const value = (specifier) => `import { a } from '${specifier}'`
const type = (specifier) => `import type { A } from '${specifier}'`

test.each([
  ['src/contract/errors.ts', value('react')],
  ['src/contract/errors.ts', value('node:fs')],
  ['src/contract/errors.ts', value('../main/ipc/serve')],
  ['src/main/index.ts', value('../library/index')],
  ['src/main/index.ts', value('../library/library')],
  ['src/main/testing/test-library.ts', value('../../library/store/open-store')],
  ['src/main/index.ts', type('../library/queries')],
  ['src/main/index.ts', value('../library/queries?modulePath')],
  ['src/main/index.ts', value('../renderer/client/client')],
  ['src/library/index.ts', value('../main/index')],
  ['src/library/index.ts', value('electron')],
  ['src/library/index.ts', value('node:https')],
  ['src/library/index.ts', value('dns/promises')],
  ['src/library/index.ts', "const net = require('net')"],
  ['src/sandbox/index.ts', value('../main/service/service-client')],
  ['src/sandbox/index.ts', value('electron')],
  ['src/preload/index.ts', value('../main/ipc/serve')],
  ['src/renderer/app/main.tsx', value('../../main/ipc/serve')],
  ['src/renderer/app/main.tsx', value('node:path')],
  ['src/renderer/app/main.tsx', value('fs')],
  ['src/renderer/app/main.tsx', type('electron')],
  ['src/renderer/app/main.tsx', "const a = await import('../../library/index')"],
  ['src/renderer/app/main.tsx', "export * from '../../sandbox/index'"],
  ['src/renderer/app/main.tsx', value('@/client/client')],
  ['src/renderer/app/main.tsx', 'const a = await import(name)'],
  ['src/renderer/features/insights/List.tsx', value('../topics/TopicList')],
  ['src/main/features/insights/query.ts', value('../sync/schedule')],
  ['src/main/index.ts', value('../../scripts/setup/paths.mjs')],
  ['src/other/index.ts', value('zod')],
  ['src/main/outbox/outbox.test.ts', value('../../../tests/soak/soak-app')],
  ['tests/conformance/target.ts', value('../../src/sandbox/index')],
])('%s must not have: %s', (path, text) => {
  expect(check(path, text)).toHaveLength(1)
})

test.each([
  ['src/contract/errors.ts', value('zod')],
  ['src/contract/errors.ts', value('./resources/insight')],
  ['src/contract/service.test.ts', value('../sandbox/index')],
  ['tests/soak/soak-app.ts', value('../../src/main/environments/environments')],
  ['tests/conformance/target.ts', value('../../src/contract/service')],
  ['tests/conformance/sandbox.test.ts', value('../../src/sandbox/testing/start-sandbox')],
  ['src/main/index.ts', value('../contract/app')],
  ['src/main/index.ts', "import libraryPath from '../library/index?modulePath'"],
  ['src/main/index.ts', "import sandboxPath from '../sandbox/index.ts?modulePath'"],
  ['src/main/index.ts', value('electron')],
  ['src/main/service/service-client.test.ts', value('../../sandbox/testing/start-sandbox')],
  ['src/main/testing/test-library.ts', value('../../library/library')],
  ['src/main/outbox/outbox.test.ts', value('../../library/library')],
  ['src/library/index.ts', type('electron')],
  ['src/library/index.ts', value('libsql')],
  ['src/sandbox/index.ts', value('node:http')],
  ['src/renderer/app/main.tsx', value('react')],
  ['src/renderer/app/main.tsx', "import '../ui/theme.css'"],
  ['src/renderer/features/insights/List.tsx', value('../topics')],
  ['src/renderer/features/insights/List.tsx', value('../topics/index')],
  ['src/renderer/features/insights/List.tsx', value('./InsightRow')],
  ['src/renderer/app/router.tsx', value('../features/insights/List')],
  ['src/main/features/insights.ts', value('./sync')],
  ['src/main/features/insights.test.ts', value('./insights')],
])('%s may have: %s', (path, text) => {
  expect(check(path, text)).toEqual([])
})

test('the line of the import is named', () => {
  expect(check('src/contract/a.ts', "\n\nimport a from 'react'")[0]).toMatch(/^src\/contract\/a\.ts:3: "react"/)
})
