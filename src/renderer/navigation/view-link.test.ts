import { expect, it } from 'vitest'
import { linkToView } from './view-link'

const workspace = { environment: 'staging', organisationId: 'o', workspaceId: 'a b' } as const

it.each([
  ['/insights', 'discovery-desk://staging/a%20b/insights'],
  ['/insights/caf%C3%A9', 'discovery-desk://staging/a%20b/insights/caf%C3%A9'],
  ['/news/1', 'discovery-desk://staging/a%20b/news/1'],
  ['/feedback/1', 'discovery-desk://staging/a%20b/feedback/1'],
  ['/settings/keyboard', 'discovery-desk://staging/a%20b/settings'],
  ['/connect', null],
  ['/', null],
  ['/metrics/a%2Fb', null],
  ['/metrics/%2E%2E', null],
])('%s: %s', (pathname, link) => {
  expect(linkToView(workspace, pathname)).toBe(link)
})
