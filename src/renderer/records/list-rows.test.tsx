import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Preferences } from '../../contract/features/preferences'
import { open } from '../features/opportunities/opportunities-testing'
import { lowerWindow } from '../testing/low-window'
import { sampleOpportunity } from '../testing/sample-records'
import { giveSize, tableOf } from './list-testing'

beforeEach(giveSize)

const opportunities = Array.from({ length: 60 }, (_, place) => sampleOpportunity(place + 1))

async function shown(density: Preferences['density']) {
  const { unmount } = open({ opportunities, answers: { 'preferences.read': () => Preferences.parse({ density }) } })
  const table = await tableOf('Opportunities')
  const rows = screen.getAllByRole('row').length
  const look = table.closest<HTMLElement>('[data-density]')?.dataset.density
  unmount()
  return { rows, look }
}

it('has more rows on screen when lists are compact, and in a low window', async () => {
  const comfortable = await shown('comfortable')
  const compact = await shown('compact')
  expect(comfortable.look).toBe('comfortable')
  expect(compact.look).toBe('compact')
  expect(compact.rows).toBeGreaterThan(comfortable.rows)
  lowerWindow()
  expect(await shown('comfortable')).toEqual(compact)
})
