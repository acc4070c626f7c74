import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Expects that people who listen instead of looking are told this. */
export const announced = (text: string) =>
  waitFor(() => expect(screen.getByRole('status', { name: 'Announcements' })).toHaveTextContent(text))
