import { expect, test } from 'vitest'
import { fetchThroughSessions } from './sessions'

function setUp(isOnline: boolean) {
  const sent: string[] = []
  const fetch = fetchThroughSessions(
    (name) => ({
      closeAllConnections: async () => {},
      fetch: async (url: unknown) => {
        sent.push(`${name} ${url}`)
        return new Response()
      },
    }),
    () => isOnline,
  )
  return { sent, fetch }
}

test('sends no change to another computer while this one is offline', async () => {
  const { sent, fetch } = setUp(false)
  const change = fetch('https://service.example/insights', { method: 'POST' }, 'staging')
  await expect(change).rejects.toMatchObject({ code: 'CONNECTION_REFUSED' })
  expect(sent).toEqual([])
})

test.each([
  ['http://127.0.0.1:4100/insights', 'POST', false, 'service-changes-staging'],
  ['http://[::1]:4100/insights', 'POST', false, 'service-changes-staging'],
  ['https://service.example/insights', 'GET', false, 'service'],
  ['https://service.example/insights', 'POST', true, 'service-changes-staging'],
])('sends %s, %s, while online is %s', async (url, method, isOnline, session) => {
  const { sent, fetch } = setUp(isOnline)
  await fetch(url, { method }, 'staging')
  expect(sent).toEqual([`${session} ${url}`])
})
