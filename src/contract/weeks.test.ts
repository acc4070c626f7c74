import { expect, it } from 'vitest'
import { localDate, mondays, startOfDay } from './weeks'

it('lists the Mondays up to now, oldest first', () => {
  expect(mondays(new Date(2026, 10, 23, 0, 0), 3)).toEqual(['2026-11-09', '2026-11-16', '2026-11-23'])
  expect(mondays(new Date(2026, 10, 22, 23, 59), 2)).toEqual(['2026-11-09', '2026-11-16'])
  expect(mondays(new Date(2026, 0, 1), 1)).toEqual(['2025-12-29'])
})

it('starts a day at midnight in the local time zone', () => {
  const start = startOfDay('2026-03-29')
  expect([start.getHours(), start.getMinutes(), localDate(start)]).toEqual([0, 0, '2026-03-29'])
})
