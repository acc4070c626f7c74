import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProfile } from './open-profile'

let folder: string
let profile: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'open-profile-'))
  profile = path.join(folder, 'profile')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Every file of the profile, byte for byte. */
const content = () =>
  Object.fromEntries(readdirSync(profile).map((name) => [name, readFileSync(path.join(profile, name), 'base64')]))

test.each<[string, Readonly<Record<string, string>>, string | null]>([
  ['settings of a newer shape', { 'settings.json': '{"version":2,"later":true}' }, null],
  // Opening the settings would repair this shape.
  ['what a newer version wrote', { 'settings.json': '{"version":1}', 'written-by': '0.2.0\n' }, '0.2.0'],
])(
  'refuses the profile before opening its settings, and leaves it unchanged byte for byte: %s',
  async (_, files, writtenBy) => {
    mkdirSync(profile)
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(profile, name), text)
    const before = content()
    expect(await openProfile({ profile, version: '0.1.0' })).toEqual({ refused: { state: 'newer', writtenBy } })
    expect(content()).toEqual(before)
  },
)

test('gives a new profile settings and a version stamp', async () => {
  const opened = await openProfile({ profile, version: '0.1.0' })
  expect(opened).toMatchObject({ settings: { isIdNew: true, notices: [] } })
  expect(readdirSync(profile).sort()).toEqual(['profile-id', 'settings.json', 'written-by'])
})
