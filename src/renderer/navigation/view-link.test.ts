import { expect, it } from 'vitest'
import { longestLink, longestParameter, mostParameters } from '../../contract/views'
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
  ['/metrics/v1.', 'discovery-desk://staging/a%20b/metrics/v1.'],
  ['/metrics/.net', 'discovery-desk://staging/a%20b/metrics/.net'],
  ['/metrics/a%20b', 'discovery-desk://staging/a%20b/metrics/a%20b'],
  ['/metrics/%20a', null],
  ['/metrics/a%20', null],
])('%s has the link %s', (pathname, link) => {
  expect(linkToView(workspace, pathname)).toBe(link)
})

it.each([
  ['/insights', '?view=rising&seen=unseen&label=R%26D&new=1&q=', 'insights?seen=unseen&label=R%26D'],
  ['/insights', '?view=rising', 'insights'],
  ['/prioritise', '?rows=goals&panel=weights', 'prioritise?rows=goals'],
  ['/insights/7', '?seen=unseen', 'insights/7'],
])('carries only the words, filters and order of the list %s%s', (pathname, search, end) => {
  expect(linkToView(workspace, pathname, search)).toBe(`discovery-desk://staging/a%20b/${end}`)
})

it.each([
  ['/prioritise/7', '', 'opportunities/7'],
  ['/prioritise/7', '?rows=goals&status=next', 'goals/7'],
  ['/prioritise/7', '?rows=insights', 'insights/7'],
  ['/prioritise/7', '?rows=settings', 'opportunities/7'],
  ['/map/goals/caf%C3%A9', '?q=range', 'goals/caf%C3%A9'],
  ['/map', '?q=range', 'map?q=range'],
])('leads to a record in its own view, where a view has several kinds: %s%s', (pathname, search, end) => {
  expect(linkToView(workspace, pathname, search)).toBe(`discovery-desk://staging/a%20b/${end}`)
})

it('gives a link with as many filters as links may carry, and none with more', () => {
  const labels = (many: number) =>
    new URLSearchParams(Array.from({ length: many }, (_, place) => ['label', `${place}`])).toString()
  expect(linkToView(workspace, '/insights', labels(mostParameters))).toContain('label=0&')
  expect(linkToView(workspace, '/insights', labels(mostParameters + 1))).toBeNull()
})

it('carries a filter as long as links may have, and no longer one', () => {
  const link = (length: number) => linkToView(workspace, '/insights', `q=${'x'.repeat(length)}`)
  expect(link(longestParameter)).toMatch(/\?q=x+$/)
  expect(link(longestParameter + 1)).toMatch(/\/insights$/)
})

it('gives a link as long as can be followed, and no longer one', () => {
  const link = (more: number) => {
    const labels = [500, 500, 500, more].map((length) => `label=${'x'.repeat(length)}`)
    return linkToView(workspace, '/insights', labels.join('&'))
  }
  const room = longestLink - (link(1)?.length ?? 0)
  expect(link(1 + room)).toHaveLength(longestLink)
  expect(link(2 + room)).toBeNull()
})

it('gives no link that is too long to be followed', () => {
  const search = new URLSearchParams(Array.from({ length: 8 }, (_, number) => ['label', `${number}`.repeat(300)]))
  expect(linkToView(workspace, '/insights', search.toString())).toBeNull()
})

it.each(['\u200c', '\u202e', '\t', '\ue000'])(
  'gives no link with a character that links may not carry: %j',
  (character) => {
    const search = new URLSearchParams({ q: `a${character}b`, seen: 'unseen' })
    expect(linkToView(workspace, '/insights', search.toString())).toBeNull()
  },
)
