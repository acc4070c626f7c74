import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createManualClock } from '../testing/manual-clock'
import { defaultSettings, Settings } from './schema'
import { openSettings } from './settings'
import { fileError } from './write-file'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'discovery-desk-'))
  file = path.join(folder, 'profile', 'settings.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const readFromDisk = () => Settings.parse(JSON.parse(readFileSync(file, 'utf8')))
const idFile = () => path.join(path.dirname(file), 'profile-id')
const names = () =>
  readdirSync(path.dirname(file))
    .filter((name) => name !== 'profile-id')
    .sort()
function put(text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

describe('settings', () => {
  test('creates a profile with defaults, a stable id, and a file that only its owner can read', async () => {
    const first = await openSettings(file)
    const settings = first.read()
    expect(first.notices).toEqual([])
    expect(settings).toEqual(defaultSettings(settings.profileId))
    expect(settings.environments.staging).toEqual({
      baseAddress: null,
      relationshipsParameter: 'relationships',
      relationshipsValue: 'opportunities,solutions,outcomes,feedback',
      workspaces: [],
      lastOpened: null,
      requiresReviewOnOpen: false,
      tokenPlaces: [],
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
    expect((await openSettings(file)).read().profileId).toBe(settings.profileId)
  })

  test('update resolves when the change is on disk', async () => {
    const store = await openSettings(file)
    const window = { x: -5, y: 0, width: 800, height: 600, isMaximised: true }
    await store.update((settings) => ({ ...settings, window }))
    expect(readFromDisk().window).toEqual(window)
    expect((await openSettings(file)).read()).toEqual(store.read())
    expect(names()).toEqual(['settings.json'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  const saveRoute = async (lastRoute: string) => {
    const store = await openSettings(file)
    await store.update((settings) => ({ ...settings, preferences: { ...settings.preferences, lastRoute } }))
    return store.read().preferences.lastRoute
  }

  test.each([
    ['/insights?q=Jane+Doe&seen=unseen&sort=title', '/insights?seen=unseen&sort=title'],
    ['/insights/7?type=Bug&type=FeatureRequest&%71=Jane', '/insights?type=Bug&type=FeatureRequest'],
    ['/insights?min=0.4&max=1.25&opportunity=without', '/insights?min=0.4&max=1.25&opportunity=without'],
    ['/insights?min=Jane&type=Doe&seen=her&opportunity=lost&sort=-Jane', '/insights'],
    ['/insights?related=opportunities:Jane', '/insights'],
    ['/knowledge?status=source:%3DTalks+with+Jane&sort=-updatedAt', '/knowledge?sort=-updatedAt'],
    ['/metrics/jane-doe?goals=jane', '/metrics'],
    ['/Jane%20Doe?q=1', '/insights'],
    [
      '/insights?new=1&edit=3f2b1c4d-5e6f-4abc-8def-001122334455',
      '/insights?new=1&edit=3f2b1c4d-5e6f-4abc-8def-001122334455',
    ],
    ['/insights?new=Jane&edit=Doe', '/insights'],
    ['/insights/7?view=unseen-strongest&seen=unseen', '/insights?view=unseen-strongest&seen=unseen'],
    // Without its words it is not that view.
    ['/insights?view=unseen-strongest&seen=unseen&q=Jane', '/insights?seen=unseen'],
    ['/insights?view=Jane+Doe&seen=unseen', '/insights?seen=unseen'],
    ['/solutions?layout=board&sort=title', '/solutions?layout=board&sort=title'],
    ['/solutions?layout=Jane', '/solutions'],
  ])('keeps the route %s in memory, and writes %s', async (route, written) => {
    expect(await saveRoute(route)).toBe(route)
    expect(readFromDisk().preferences.lastRoute).toBe(written)
  })

  test('redacts a route written by an older version when the file is opened', async () => {
    await saveRoute('/insights')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"/insights"', '"/knowledge?status=source:=Jane"'))
    const store = await openSettings(file)
    expect(store.read().preferences.lastRoute).toBe('/knowledge?status=source:=Jane')
    expect(readFileSync(file, 'utf8')).not.toContain('Jane')
  })

  test('writes all concurrent changes, in order', async () => {
    const store = await openSettings(file)
    const widths = Array.from({ length: 50 }, (_, index) => 300 + index)
    await Promise.all(
      widths.map((insights) =>
        store.update((settings) => ({
          ...settings,
          preferences: { ...settings.preferences, paneWidths: { insights } },
        })),
      ),
    )
    expect(readFromDisk().preferences.paneWidths).toEqual({ insights: 349 })
    void store.update((settings) => ({ ...settings, preferences: { ...settings.preferences, density: 'compact' } }))
    expect(store.read().preferences.density).toBe('compact')
    await store.flush()
    expect(readFromDisk().preferences).toMatchObject({ paneWidths: { insights: 349 }, density: 'compact' })
  })

  test('backs up text that is not JSON, and keeps the profile id found in it', async () => {
    const { profileId } = (await openSettings(file)).read()
    const broken = readFileSync(file, 'utf8').slice(0, -40)
    writeFileSync(file, broken)
    const store = await openSettings(file, { clock: createManualClock(Date.UTC(2025, 0, 2)) })
    expect(store.read()).toEqual(defaultSettings(profileId))
    expect(names()).toEqual(['settings.json', 'settings.unreadable-2025-01-02T00-00-00-000Z.json'])
    expect(store.notices).toEqual([expect.stringContaining('settings.unreadable-2025-01-02T00-00-00-000Z.json')])
    expect(readFileSync(path.join(path.dirname(file), names()[1] ?? ''), 'utf8')).toBe(broken)
    expect(readFromDisk().profileId).toBe(profileId)
  })

  test.each<[string, () => void, string]>([
    ['emptied', () => writeFileSync(file, ''), 'couldn’t be read, including the list of workspaces'],
    ['overwritten', () => writeFileSync(file, 'x'.repeat(500)), 'couldn’t be read, including the list'],
    ['removed', () => rmSync(file), 'wasn’t found'],
  ])('keeps the profile id and adds a notice when the file was %s', async (_, damage, notice) => {
    const first = await openSettings(file)
    expect(first.isIdNew).toBe(true)
    const { profileId } = first.read()
    damage()
    const store = await openSettings(file)
    expect(store.read()).toEqual(defaultSettings(profileId))
    expect(store.isIdNew).toBe(false)
    expect(store.notices).toEqual([expect.stringContaining(notice)])
    expect(store.notices[0]).toContain('Connect each missing workspace')
    expect((await openSettings(file)).notices).toEqual([])
    expect(readFromDisk().profileId).toBe(profileId)
  })

  test('creates a new id, without a notice to connect again, when both files are damaged', async () => {
    const { profileId } = (await openSettings(file)).read()
    writeFileSync(file, '')
    writeFileSync(idFile(), 'damaged')
    const store = await openSettings(file)
    expect(store.read().profileId).not.toBe(profileId)
    expect(store.isIdNew).toBe(true)
    expect(store.notices.join()).not.toContain('Connect each missing workspace')
    expect(readFileSync(idFile(), 'utf8').trim()).toBe(store.read().profileId)
  })

  test('rewrites a missing second id, and keeps two conflicting ids until resolveId', async () => {
    const { profileId } = (await openSettings(file)).read()
    rmSync(idFile())
    await openSettings(file)
    expect(readFileSync(idFile(), 'utf8').trim()).toBe(profileId)
    const second = '9b2f0a52-52fd-4d2d-8f0d-5f3f6f1c1a11'
    const idsOf = async () => {
      const store = await openSettings(file)
      return [store.read().profileId, store.conflictingId, readFileSync(idFile(), 'utf8').trim()]
    }
    writeFileSync(idFile(), second)
    expect(await idsOf()).toEqual([profileId, second, second])
    await (await openSettings(file)).resolveId(profileId)
    expect(await idsOf()).toEqual([profileId, null, profileId])
    writeFileSync(idFile(), second)
    await (await openSettings(file)).resolveId(second)
    expect(await idsOf()).toEqual([second, null, second])
    expect(readFromDisk().profileId).toBe(second)
    expect(statSync(idFile()).mode & 0o777).toBe(0o600)
  })

  test('keeps all other parts when one is damaged', async () => {
    const defaults = defaultSettings('9b2f0a52-52fd-4d2d-8f0d-5f3f6f1c1a11')
    const good = { ...defaults, formerProduction: ['https://live.example.com'] }
    const staging = { ...good.environments.staging, baseAddress: 'https://staging.example.com' }
    put(JSON.stringify({ ...good, environments: { ...good.environments, staging }, preferences: { density: 'huge' } }))
    const store = await openSettings(file)
    expect(store.read()).toEqual({ ...good, environments: { ...good.environments, staging } })
    expect(store.notices).toHaveLength(1)
    expect(names()).toHaveLength(2)
  })

  test('keeps all other preferences when the column layout cannot be read', async () => {
    const good = defaultSettings('9b2f0a52-52fd-4d2d-8f0d-5f3f6f1c1a11')
    const columnLayouts = { insights: { widths: { type: 9000 } } }
    put(JSON.stringify({ ...good, preferences: { ...good.preferences, density: 'compact', columnLayouts } }))
    const store = await openSettings(file)
    expect(store.read().preferences).toEqual({ ...good.preferences, density: 'compact', columnLayouts: {} })
    expect(store.notices).toEqual([])
  })

  test('keeps all other environments when one is damaged, and adds a notice to connect again', async () => {
    const good = defaultSettings('9b2f0a52-52fd-4d2d-8f0d-5f3f6f1c1a11')
    const staging = { ...good.environments.staging, baseAddress: 'https://staging.example.com' }
    const environments = { ...good.environments, staging, production: { workspaces: 7 } }
    const active = { environment: 'production', organisationId: 'o', workspaceId: 'w' }
    put(JSON.stringify({ ...good, environments, active }))
    const store = await openSettings(file)
    expect(store.read()).toEqual({ ...good, environments: { ...good.environments, staging } })
    expect(store.notices).toEqual([expect.stringContaining('Connect each missing workspace')])
  })

  test.each(['', 'null', '[]', '7', '{"version":2}'])(
    'starts with defaults and a backup for the content %j',
    async (text) => {
      put(text)
      const store = await openSettings(file)
      expect(store.read().active).toBeNull()
      expect(names()).toHaveLength(2)
    },
  )

  test('does not overwrite a file that can be neither read nor replaced', async () => {
    mkdirSync(file, { recursive: true })
    const store = await openSettings(file)
    expect(store.notices).toHaveLength(1)
    await expect(store.update((settings) => settings)).rejects.toMatchObject({ code: 'PROFILE_READ_ONLY' })
    expect(statSync(file).isDirectory()).toBe(true)
  })

  test('update throws PROFILE_READ_ONLY when the folder is gone, and keeps the change in memory', async () => {
    const store = await openSettings(file)
    rmSync(path.dirname(file), { recursive: true })
    const active = { environment: 'staging', organisationId: 'o', workspaceId: 'w' } as const
    await expect(store.update((settings) => ({ ...settings, active }))).rejects.toMatchObject({
      code: 'PROFILE_READ_ONLY',
    })
    expect(store.read().active).toEqual(active)
    mkdirSync(path.dirname(file))
    await store.update((settings) => settings)
    expect(readFromDisk().active).toEqual(active)
  })

  test.each([
    ['ENOSPC', 'DISK_FULL'],
    ['EDQUOT', 'DISK_FULL'],
    ['EROFS', 'PROFILE_READ_ONLY'],
    ['EACCES', 'PROFILE_READ_ONLY'],
    ['EBUSY', 'PROFILE_READ_ONLY'],
    ['EPERM', 'PROFILE_READ_ONLY'],
  ])('fileError maps %s to %s', (reason, code) => {
    expect(fileError(Object.assign(new Error(`${reason}: no`), { code: reason }))).toMatchObject({ code })
  })

  test('fileError returns any other error as it is', () => {
    const error = new Error('something else')
    expect(fileError(error)).toBe(error)
  })
})
