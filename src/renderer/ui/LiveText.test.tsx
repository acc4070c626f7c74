import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { LiveText } from './LiveText'
import { Notices } from './Notices'
import { notifyInView, notifyStatus } from './notify'
import { notifyUndo } from './notify-undo'

it('gives its words to a screen reader a moment after the region, and shows them at once', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  render(
    <p role="status">
      <LiveText>Draft discarded</LiveText>
    </p>,
  )
  const words = screen.getByText('Draft discarded')
  expect(words).toBeVisible()
  expect(words).toHaveAttribute('aria-hidden', 'true')
  vi.advanceTimersByTime(200)
  expect(words).not.toHaveAttribute('aria-hidden')
})

it.each([
  ['a notice', () => notifyStatus('Goal deleted')],
  ['a notice of the view', () => notifyInView('Goal deleted', 'green')],
  ['a notice with Undo', () => notifyUndo('Goal deleted', () => {})],
])('shows %s before its words are read out', (_, notify) => {
  render(
    <MantineProvider env="test">
      <Notices />
    </MantineProvider>,
  )
  act(() => void notify())
  const words = screen.getByText('Goal deleted')
  expect(words).toHaveAttribute('aria-hidden', 'true')
  expect(words.closest('[role="status"]')).not.toHaveAttribute('aria-hidden')
})
