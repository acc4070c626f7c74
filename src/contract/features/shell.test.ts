import { expect, test } from 'vitest'
import { shell } from './shell'

const isZone = (timeZone: string) => shell.setTimeZone.input.safeParse({ timeZone }).success

test('a time zone is a name that dates can have, never an offset or text for a program', () => {
  expect(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC'].filter((name) => !isZone(name))).toEqual([])
  expect(['', 'Mars/Olympus', '+02:00', 'europe/berlin', ':/etc/passwd', 'CET-1CEST'].filter(isZone)).toEqual([])
})
