import { expect, test } from 'vitest'
import { checkFileNames } from './file-names.mjs'

const check = (...paths) => checkFileNames(paths.map((path) => ({ path, text: '' })))

test.each([
  'src/main/serviceClient.ts',
  'src/main/ServiceClient.ts',
  'src/main/service_client.ts',
  'src/renderer/features/insights/insightList.tsx',
  'src/renderer/Features/list.ts',
])('%s is not named as the others are', (path) => {
  expect(check(path)).not.toEqual([])
})

test.each(['src/main/utils.ts', 'src/main/helpers.test.ts', 'src/renderer/common/dates.ts', 'scripts/misc.mjs'])(
  '%s is a drawer',
  (path) => {
    expect(check(path)).not.toEqual([])
  },
)

test('kebab-case files, components and their tests, and types of modules are fine', () => {
  const fine = [
    'src/main/service-client.ts',
    'src/library/migrations/0001-insights.ts',
    'src/renderer/features/insights/InsightList.tsx',
    'src/renderer/features/insights/InsightList.test.tsx',
    'src/renderer/app/main.tsx',
    'src/renderer/env.d.ts',
    'vitest.config.ts',
  ]
  expect(check(...fine)).toEqual([])
})
