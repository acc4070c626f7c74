import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EnvironmentName } from '../../contract/workspace'
import { defaultSettings, type Settings } from '../settings/schema'
import { createStartReport } from './start-report'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'start-report-'))
  vi.stubEnv('DISCOVERY_DESK_REPORT', path.join(folder, 'report'))
  Object.assign(process, { getCreationTime: () => Date.now() - 1234 })
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const window = {
  webContents: { capturePage: async () => ({ toPNG: () => Buffer.from('a picture') }) },
} as unknown as BrowserWindow

const firstStart = defaultSettings('00000000-0000-4000-8000-000000000000')

function withOpen(environment: EnvironmentName): Settings {
  const ids = { organisationId: 'organisation', workspaceId: 'workspace' }
  const workspaces = [{ ...ids, name: 'Research' }]
  return {
    ...firstStart,
    active: { environment, ...ids },
    environments: {
      ...firstStart.environments,
      [environment]: { ...firstStart.environments[environment], workspaces },
    },
  }
}

async function paint({ settings = firstStart, isPackaged = false }): Promise<readonly string[]> {
  const lines: string[] = []
  const painted = createStartReport({
    settings: { read: () => settings },
    windowInFront: () => window,
    isPackaged,
    log: { info: (line) => void lines.push(line) },
  })
  await painted(12)
  return lines
}

test('writes the report to DISCOVERY_DESK_REPORT when run from source, and logs the start', async () => {
  expect((await paint({})).join()).toMatch(/^start: no environment, 12 rows, painted \d+ ms after the process began$/)
  expect(JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'))).toMatchObject({ insights: 12 })
})

test('ignores DISCOVERY_DESK_REPORT in an installed app', async () => {
  expect(await paint({ isPackaged: true })).toHaveLength(1)
  for (const name of ['report.png', 'report.json']) expect(existsSync(path.join(folder, name))).toBe(false)
})

test.each([
  ['takes a screenshot of the first start', firstStart, true],
  ['takes a screenshot of the sandbox', withOpen('sandbox'), true],
  ['takes no screenshot of a service’s workspace, as a picture is not encrypted', withOpen('staging'), false],
])('%s', async (_, settings, isTaken) => {
  await paint({ settings })
  const { active } = settings
  expect(JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'))).toMatchObject({
    environment: active?.environment ?? null,
    workspace: active && 'Research',
  })
  expect(existsSync(path.join(folder, 'report.png'))).toBe(isTaken)
})
