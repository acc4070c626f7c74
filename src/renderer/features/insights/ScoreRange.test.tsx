import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { ScoreFilterProps } from './InsightToolbar'
import { ScoreRange } from './ScoreRange'

/** Applies a bound to the address with a delay, as the router does. */
function Bounds({ onChange }: Pick<ScoreFilterProps, 'onChange'>) {
  const [bounds, setBounds] = useState<{ minScore: number | null; maxScore: number | null }>({
    minScore: null,
    maxScore: 2,
  })
  return (
    <ScoreRange
      {...bounds}
      onChange={(next) => {
        onChange(next)
        setTimeout(() => setBounds((before) => ({ ...before, ...next })), 5)
      }}
    />
  )
}

const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))

it.each([
  ['0.6', 0.6],
  ['0.05', 0.05],
  ['1.50', 1.5],
])('keeps every character of %s when it is typed with pauses', async (text, bound) => {
  const onChange = vi.fn()
  render(<Bounds onChange={onChange} />, { wrapper: MantineProvider })
  const lowest = screen.getByLabelText('Lowest score')
  await userEvent.click(lowest)
  for (const [place, character] of [...text].entries()) {
    await userEvent.keyboard(character)
    await pause()
    expect(lowest).toHaveValue(text.slice(0, place + 1))
  }
  expect(onChange).toHaveBeenLastCalledWith({ minScore: bound })
  await userEvent.click(screen.getByLabelText('Highest score'))
  expect(lowest).toHaveValue(String(bound))
})

it('removes a bound when its field is cleared', async () => {
  const onChange = vi.fn()
  render(<Bounds onChange={onChange} />, { wrapper: MantineProvider })
  await userEvent.clear(screen.getByLabelText('Highest score'))
  expect(onChange).toHaveBeenLastCalledWith({ maxScore: null })
  await pause()
  expect(screen.getByLabelText('Highest score')).toHaveValue('')
})

it('says why nothing can match when the lowest score is above the highest', async () => {
  render(<Bounds onChange={vi.fn()} />, { wrapper: MantineProvider })
  await userEvent.type(screen.getByLabelText('Lowest score'), '2')
  await pause()
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('Lowest score'), '.5')
  await pause()
  expect(screen.getByRole('status')).toHaveTextContent('The lowest score is above the highest.')
})
