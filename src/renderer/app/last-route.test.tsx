import { act, fireEvent, screen } from '@testing-library/react'
import { Link } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Preferences } from '../../contract/features/preferences'
import { renderView } from '../testing/render'
import { useKeptRoute } from './last-route'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function Kept() {
  useKeptRoute()
  return <Link to="/goals/1?q=brakes&type=Bug">Further</Link>
}

/** Opens an address in a window that has kept another. */
async function open(route: string) {
  const { bridge } = renderView(<Kept />, {
    answers: { 'preferences.read': () => Preferences.parse({ lastRoute: '/goals?type=Bug' }) },
    route,
  })
  await act(async () => {})
  const saved = () => bridge.calls.flatMap(({ name, input }) => (name === 'preferences.save' ? [input] : []))
  const pass = (milliseconds: number) => act(async () => void vi.advanceTimersByTime(milliseconds))
  return { saved, pass }
}

it.each([
  ['another view', '/topics?type=Bug'],
  ['another filter', '/goals?type=Idea'],
])('keeps %s at once', async (_, lastRoute) => {
  const { saved } = await open(lastRoute)
  expect(saved()).toEqual([{ lastRoute }])
})

it.each([
  ['the words of a search', '/goals?type=Bug&q=brakes'],
  ['the open record', '/goals/1?type=Bug'],
])('keeps %s after a pause, as it may change with each key', async (_, lastRoute) => {
  const { saved, pass } = await open(lastRoute)
  await pass(100)
  expect(saved()).toEqual([])
  await pass(10_000)
  expect(saved()).toEqual([{ lastRoute }])
})

it('keeps only the last of the addresses that follow each other quickly', async () => {
  const { saved, pass } = await open('/goals/1?q=brake&type=Bug')
  await pass(100)
  fireEvent.click(screen.getByRole('link', { name: 'Further' }))
  await pass(10_000)
  expect(saved()).toEqual([{ lastRoute: '/goals/1?q=brakes&type=Bug' }])
})
