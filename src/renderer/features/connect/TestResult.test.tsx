import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TestResult } from './TestResult'

it.each([{ outcome: 'works', insights: 3, durationMs: 1 } as const, { outcome: 'empty', durationMs: 1 } as const])(
  'appears before its words are read out: $outcome',
  (result) => {
    render(
      <MantineProvider env="test">
        <TestResult result={result} />
      </MantineProvider>,
    )
    const words = screen.getByText(/^Connection works/)
    expect(words).toHaveAttribute('aria-hidden', 'true')
    expect(screen.getByRole('status')).toContainElement(words)
  },
)
