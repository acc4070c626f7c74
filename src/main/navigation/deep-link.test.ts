import { expect, test } from 'vitest'
import { linkAmong, parseDeepLink, restartArguments } from './deep-link'

const id = '7d7b2c52-6d7c-4d6e-9a43-0a4b0f0a6c11'

test.each([
  [`discovery-desk://staging/w1/insights/${id}`, 'staging', 'w1', `/insights/${id}`],
  ['discovery-desk://production/w1/goals/g', 'production', 'w1', '/goals/g'],
  ['discovery-desk://sandbox/w1/knowledge', 'sandbox', 'w1', '/knowledge'],
  ['discovery-desk://sandbox/w1/news', 'sandbox', 'w1', '/news'],
  ['discovery-desk://sandbox/w1/topics/', 'sandbox', 'w1', '/topics'],
  [
    'discovery-desk://development/a%20b/metrics/sign-ups%20%26%20more',
    'development',
    'a b',
    '/metrics/sign-ups%20%26%20more',
  ],
  ['discovery-desk://staging/w1/opportunities/caf%C3%A9', 'staging', 'w1', '/opportunities/caf%C3%A9'],
  // Text that was encoded twice keeps a percent sign.
  ['discovery-desk://staging/w1/topics/%252e%252e', 'staging', 'w1', '/topics/%252e%252e'],
  ['discovery-desk://staging/w1/settings', 'staging', 'w1', '/settings'],
  ['discovery-desk://staging/w1/news/n1', 'staging', 'w1', '/news/n1'],
  [
    'discovery-desk://staging/w1/insights?seen=unseen&sort=-combinedScore&label=Q3&label=R%26D&q=front+brake',
    ...['staging', 'w1', '/insights?seen=unseen&sort=-combinedScore&label=Q3&label=R%26D&q=front+brake'],
  ],
  [
    'discovery-desk://staging/w1/insights?columns=title%2C-type',
    ...['staging', 'w1', '/insights?columns=title%2C-type'],
  ],
  ['discovery-desk://staging/w1/news/?status=rising', 'staging', 'w1', '/news?status=rising'],
  // Encoded anew, so that it stays the value of one parameter.
  ['discovery-desk://staging/w1/insights?q=a%26new%3D1', 'staging', 'w1', '/insights?q=a%26new%3D1'],
] as const)('parses %s', (text, environment, workspaceId, route) => {
  expect(parseDeepLink(text)).toEqual({ environment, workspaceId, route })
})

test.each([
  '',
  'discovery-desk:',
  'discovery-desk://',
  'discovery-desk://staging',
  'discovery-desk://staging/w1',
  'discovery-desk://staging//insights/x',
  'discovery-desk://staging/w1/insights//',
  'discovery-desk://staging/w1/insights/x/y',
  'discovery-desk:///w1/insights/x',
  'discovery-desk://moon/w1/insights/x',
  'discovery-desk://Staging/w1/insights/x',
  'discovery-desk://__proto__/w1/insights/x',
  'discovery-desk://constructor/w1/insights/x',
  'discovery-desk://staging:80/w1/insights/x',
  'discovery-desk://me@staging/w1/insights/x',
  'discovery-desk://staging/w1/connect',
  'discovery-desk://staging/w1/outcomes/x',
  'discovery-desk://staging/w1/settings/x',
  'discovery-desk://staging/w1/insights/..',
  'discovery-desk://staging/../insights/x',
  'discovery-desk://staging/w1/../settings',
  'discovery-desk://staging/w1/insights/%2e%2e',
  'discovery-desk://staging/%2E/insights/x',
  'discovery-desk://staging/w1/insights/%2f',
  'discovery-desk://staging/w1/insights/a%2Fb',
  'discovery-desk://staging/w1/insights/a%5cb',
  'discovery-desk://staging/w1/insights/a\\b',
  'discovery-desk://staging/w1/insights/%00',
  'discovery-desk://staging/w1/insights/a%0d%0ab',
  'discovery-desk://staging/w1/insights/%E2%80%AE',
  'discovery-desk://staging/w1/insights/\ud800',
  'discovery-desk://staging/\ud800/insights',
  'discovery-desk://staging/w1/insights/%',
  'discovery-desk://staging/w1/insights/%zz',
  'discovery-desk://staging/w1/insights/%ff',
  'discovery-desk://staging/w1/insights/%20',
  'discovery-desk://staging/w1/insights/a%3Fb',
  'discovery-desk://staging/w1/insights/a%23b',
  'discovery-desk://staging/w1/insights?new=1',
  'discovery-desk://staging/w1/insights/x?new=1',
  'discovery-desk://staging/w1/insights/x#y',
  'discovery-desk://staging/w1/insights?',
  'discovery-desk://staging/w1/insights?q=a&new=1',
  'discovery-desk://staging/w1/insights?q=a&edit=7d7b2c52-6d7c-4d6e-9a43-0a4b0f0a6c11',
  'discovery-desk://staging/w1/insights?view=rising',
  'discovery-desk://staging/w1/insights?__proto__=x',
  'discovery-desk://staging/w1/insights?q=',
  'discovery-desk://staging/w1/insights?q',
  'discovery-desk://staging/w1/insights?q=a=b',
  'discovery-desk://staging/w1/insights?q=a&',
  'discovery-desk://staging/w1/insights?q=a?b',
  'discovery-desk://staging/w1/insights?q=a#b',
  'discovery-desk://staging/w1/insights?q=%00',
  'discovery-desk://staging/w1/insights?q=%E2%80%AE',
  'discovery-desk://staging/w1/insights?q=%',
  'discovery-desk://staging/w1/insights/x?q=a',
  `discovery-desk://staging/w1/insights?q=${'x'.repeat(501)}`,
  `discovery-desk://staging/w1/insights?${'type=Bug&'.repeat(61)}type=Bug`,
  `discovery-desk://staging/w1/insights/${'x'.repeat(201)}`,
  `discovery-desk://staging/w1/insights/${'%41'.repeat(1000)}`,
  ' discovery-desk://staging/w1/insights/x',
  'discovery-desk://staging/w1/insights/x\n',
  'DISCOVERY-DESK://staging/w1/insights/x',
  'https://staging/w1/insights/x',
  'javascript:alert(1)//discovery-desk://staging/w1/insights/x',
])('returns null for %j', (text) => {
  expect(parseDeepLink(text)).toBeNull()
})

test('finds the link among the command-line arguments', () => {
  expect(linkAmong(['electron', '.', '--sandbox', 'discovery-desk://staging/w1/insights'])).toBe(
    'discovery-desk://staging/w1/insights',
  )
  expect(linkAmong(['electron', '--x=discovery-desk://staging/w1/insights', 'discovery-desk'])).toBeNull()
})

const link = (view: string) => `discovery-desk://staging/w1/${view}`

test.each([
  ['without the sandbox and the link that it was started with', [], []],
  ['with the last link that was to be opened', [link('a'), '.', '.', link('b')], [link('b')]],
  ['with the sandbox if a missed start was to open it', ['electron', '--sandbox', '.'], ['--sandbox']],
])('a restart has the arguments of the process, %s', (_, missed, added) => {
  const kept = ['.', '--no-sandbox', '--lang=de']
  expect(restartArguments([...kept, '--sandbox', link('insights')], missed)).toEqual([...kept, ...added])
})
