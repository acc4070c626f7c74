import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ScoreFilter } from './InsightToolbar'

const late = vi.hoisted(() => {
  let arrive = () => {}
  const hasArrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return { hasArrived, arrive }
})

vi.mock('./ScoreRange', async (importOriginal) => {
  await late.hasArrived
  return importOriginal()
})

it('focuses the first bound even when its code loads after the filter is opened', async () => {
  // The focus trap warns, with the whole page, that it found nothing to focus.
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  render(<ScoreFilter minScore={null} maxScore={null} onChange={() => {}} />, { wrapper: MantineProvider })
  await userEvent.click(screen.getByRole('button', { name: 'Score' }))
  // The focus trap has run.
  await waitFor(() => expect(warned).toHaveBeenCalled())
  late.arrive()
  expect(await screen.findByLabelText('Lowest score')).toHaveFocus()
})
