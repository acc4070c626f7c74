import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { type MenuShape, menuTemplate, navigationPrefix } from './menu-template'

function setUp(shape: Partial<MenuShape> = {}) {
  const done: string[] = []
  const template = menuTemplate(
    {
      tell: (command) => done.push(`command ${command}`),
      openView: (view) => done.push(`to ${view}`),
      switchTo: (environment) => done.push(`switch ${environment}`),
      checkForUpdates: () => done.push('updates'),
    },
    { isMac: false, hasDevTools: false, workspace: null, ...shape },
  )
  const itemsOf = (label: string) => {
    const menu = template.find((item) => item.label?.replace('&', '') === label)
    return (menu?.submenu ?? []) as MenuItemConstructorOptions[]
  }
  const click = (item: MenuItemConstructorOptions | undefined) =>
    (item?.click as unknown as (clicked: object) => void)?.({})
  return { template, itemsOf, click, done }
}

test('has an item for every view', () => {
  const { itemsOf, click, done } = setUp()
  const views = itemsOf('Go').filter(({ id }) => id?.startsWith(`${navigationPrefix}view/`))
  expect(views.map(({ label }) => label)).toEqual([
    'This Week',
    'Insights',
    'What Changed',
    'Opportunities',
    'Goals',
    'Solutions',
    'Prioritise',
    'Map',
    'Feedback',
    'Knowledge',
    'Topics',
    'Metrics',
    'Duplicates',
    'Topic Map',
    'Activity',
    'Settings',
  ])
  for (const view of views) click(view)
  expect(done.slice(0, 3)).toEqual(['to this-week', 'to insights', 'to news'])
  expect(done).toHaveLength(16)
})

test('has Back and Forward at the top of Go', () => {
  const { itemsOf, click, done } = setUp()
  const [back, forward, line] = itemsOf('Go')
  expect([back, forward].map((item) => [item?.label, item?.accelerator])).toEqual([
    ['Back', 'CmdOrCtrl+['],
    ['Forward', 'CmdOrCtrl+]'],
  ])
  expect(line).toEqual({ type: 'separator' })
  click(back)
  click(forward)
  expect(done).toEqual(['command back', 'command forward'])
})

test('lists the environments with the keys 1 to 4, below the name of the open workspace', () => {
  const { itemsOf, click, done } = setUp({ workspace: { environment: 'staging', name: 'R&D' } })
  const [here, , ...environments] = itemsOf('Environment')
  expect(here).toMatchObject({ label: 'Staging — R&&D', enabled: false })
  expect(environments.map(({ label, accelerator, checked }) => [label, accelerator, checked])).toEqual([
    ['Production', 'CmdOrCtrl+1', false],
    ['Staging', 'CmdOrCtrl+2', true],
    ['Development', 'CmdOrCtrl+3', false],
    ['Sandbox', 'CmdOrCtrl+4', false],
  ])
  for (const environment of environments) click(environment)
  expect(done).toEqual(['switch production', 'switch staging', 'switch development', 'switch sandbox'])
})

test('names no workspace when none is open', () => {
  expect(setUp().itemsOf('Environment')[0]).toMatchObject({ label: 'No workspace is open', enabled: false })
})

test('marks all navigating items with an ID prefix', () => {
  const { template } = setUp({ workspace: { environment: 'staging', name: 'Trial' } })
  const items = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
  const stays = items.filter(({ id, type, role }) => !id?.startsWith(navigationPrefix) && type !== 'separator' && !role)
  expect(stays.map(({ label }) => label)).toEqual(['Staging — Trial', 'Check for Updates…'])
  const ids = items.flatMap(({ id }) => id ?? [])
  expect(ids).toContain('navigate:view/goals')
  expect(ids).toContain('navigate:environment/production')
  expect(ids).toContain('navigate:command/new-insight')
  expect(new Set(ids).size).toBe(ids.length)
})

test('uses no accelerator twice', () => {
  for (const isMac of [true, false]) {
    const { template } = setUp({ isMac, hasDevTools: true })
    const keys = template
      .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      .flatMap(({ accelerator }) => accelerator ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toContain('CmdOrCtrl+,')
  }
})

test('has developer tools only if requested', () => {
  const roles = (hasDevTools: boolean) =>
    setUp({ hasDevTools })
      .itemsOf('View')
      .map(({ role }) => role)
  expect(roles(true)).toContain('toggleDevTools')
  expect(roles(false)).not.toContain('toggleDevTools')
})

test.each([
  ['Keyboard Shortcuts', 'show-keys'],
  ['What’s New', 'whats-new'],
  ['Report a Problem…', 'report-problem'],
  ['Save Diagnostics…', 'save-diagnostics'],
  ['Third-Party Licences', 'licences'],
  ['About Discovery Desk', 'about'],
])('offers %s in the Help menu', (label, command) => {
  const { template, click, done } = setUp()
  const items = template.find(({ role }) => role === 'help')?.submenu as MenuItemConstructorOptions[]
  click(items.find((item) => item.label === label))
  expect(done).toEqual([`command ${command}`])
})

test('checks for updates from the app menu on macOS, and from Help elsewhere', () => {
  for (const isMac of [true, false]) {
    const { template, click, done } = setUp({ isMac })
    const menu = template.find(({ role }) => role === (isMac ? 'appMenu' : 'help'))
    const items = (menu?.submenu ?? []) as MenuItemConstructorOptions[]
    click(items.find(({ label }) => label === 'Check for Updates…'))
    expect(done).toEqual(['updates'])
    const all = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    expect(all.filter(({ label }) => label === 'Check for Updates…')).toHaveLength(1)
  }
})

test('every key of the menu is in exactly one row of the README’s table of keys', () => {
  const readme = readFileSync(path.join(__dirname, '../../../README.md'), 'utf8')
  const { template } = setUp()
  const keys = template
    .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    .flatMap(({ accelerator }) => accelerator ?? [])
  expect(keys.length).toBeGreaterThan(9)
  const rows = readme.split('\n').filter((line) => line.startsWith('| `'))
  for (const key of keys) {
    const written = `\`${key.replace('CmdOrCtrl+', 'Ctrl/Cmd ')}\``
    expect(rows.filter((row) => row.includes(written))).toHaveLength(1)
  }
})
