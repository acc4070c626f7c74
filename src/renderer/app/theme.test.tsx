import { Button, MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { theme } from './theme'

it('makes the smallest buttons as tall as a finger needs, and leaves the others as they are', () => {
  render(
    <MantineProvider theme={theme} env="test">
      <Button size="compact-xs">Smallest</Button>
      <Button size="compact-sm">Small</Button>
      <Button>Normal</Button>
    </MantineProvider>,
  )
  const heights = screen.getAllByRole('button').map(({ style }) => style.getPropertyValue('--button-height'))
  expect(heights).toEqual(['24px', 'var(--button-height-compact-sm)', ''])
})
