import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RelativeTime } from './RelativeTime'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 5, 15, 12) })
})
afterEach(() => {
  vi.useRealTimers()
})

it('updates by itself as time passes', () => {
  render(<RelativeTime at="2025-06-15T11:58:00Z" />)
  const time = screen.getByText('2 min ago')
  expect(time).toHaveAttribute('dateTime', '2025-06-15T11:58:00Z')
  expect(time.title).toContain('2025')
  act(() => {
    vi.advanceTimersByTime(61_000)
  })
  expect(screen.getByText('3 min ago')).toBeInTheDocument()
})

it('stops its timer with the last one on screen', () => {
  const { rerender } = render(
    <>
      <RelativeTime key="first" at="2025-06-15T11:58:00Z" />
      <RelativeTime key="second" at="2025-06-15T11:50:00Z" />
    </>,
  )
  expect(vi.getTimerCount()).toBe(1)
  rerender(<RelativeTime key="second" at="2025-06-15T11:50:00Z" />)
  expect(vi.getTimerCount()).toBe(1)
  rerender(<p />)
  expect(vi.getTimerCount()).toBe(0)
})

it('shows a text that is not a date as it is', () => {
  render(<RelativeTime at="last spring" />)
  expect(screen.getByText('last spring')).toBeInTheDocument()
})
