// Going to another place from the menu and from links, over real settings in memory.
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { withActive, withEnvironment } from '../environments/setup'
import { defaultSettings, type Settings } from '../settings/schema'
import { parseDeepLink } from './deep-link'
import { createPlaces } from './places'

const refOf = (environment: EnvironmentName, workspaceId = 'w1', organisationId = 'o'): WorkspaceRef => ({
  environment,
  organisationId,
  workspaceId,
})

function withOne(settings: Settings, { environment, organisationId, workspaceId }: WorkspaceRef): Settings {
  return withEnvironment(settings, environment, (before) => ({
    ...before,
    workspaces: [...before.workspaces, { organisationId, workspaceId, name: `Name of ${workspaceId}` }],
  }))
}

function setUp(
  workspaces: readonly WorkspaceRef[],
  active: WorkspaceRef | null,
  isAccepted = true,
  whenDialogsClosed = async () => {},
  answered = Promise.resolve(),
) {
  let settings = workspaces.reduce(withOne, defaultSettings('7d7b2c52-6d7c-4d6e-9a43-0a4b0f0a6c11'))
  if (active) settings = withActive(settings, active)
  const said: string[] = []
  const asked: string[] = []
  const routes: string[] = []
  const opened: WorkspaceRef[] = []
  const open = async (workspace: WorkspaceRef) => {
    opened.push(workspace)
    settings = withActive(settings, workspace)
  }
  const places = createPlaces({
    settings: { read: () => settings },
    openWorkspace: open,
    isLocked: () => true,
    openSandbox: () => open(refOf('sandbox')),
    dialogs: {
      ask: async ({ message, detail }) => {
        asked.push(`${message} ${detail}`)
        await answered
        return isAccepted
      },
      tell: async (message, detail) => {
        said.push(`${message}: ${detail}`)
      },
      chooseFile: async () => null,
      showInFolder: () => {},
    },
    focus: () => {},
    whenDialogsClosed,
    navigate: (to) => routes.push(to),
    log: { defect: () => 'id' },
  })
  const follow = (text: string) => places.follow(parseDeepLink(text))
  return { places, follow, said, asked, routes, opened, open }
}

test('follows a link into the active workspace without asking', async () => {
  const { follow, asked, routes, opened } = setUp([refOf('staging')], refOf('staging'))
  await follow('discovery-desk://staging/w1/goals/g')
  expect(routes).toEqual(['/goals/g'])
  expect(asked).toEqual([])
  expect(opened).toEqual([])
})

test.each(['production', 'staging', 'sandbox'] as const)(
  'asks before following a link into %s, and names the workspace',
  async (environment) => {
    const other = refOf(environment, 'w2')
    const { follow, asked, routes, opened } = setUp([refOf('development'), other], refOf('development'))
    await follow(`discovery-desk://${environment}/w2/insights/x`)
    expect(asked[0]).toMatch(new RegExp(`Name of w2 in ${environment}.*Currently open: Name of w1 in Development`, 'i'))
    expect(opened).toEqual([other])
    expect(routes).toEqual(['/insights/x'])
  },
)

test('asks before following a link into another workspace of the same environment', async () => {
  const [open, other] = [refOf('staging', 'w1'), refOf('staging', 'w2')]
  const { follow, asked, routes, opened } = setUp([open, other], open)
  await follow('discovery-desk://staging/w2/insights/x')
  expect(asked).toEqual([
    'Open Name of w2 in Staging? You followed a link from outside the app. Currently open: Name of w1 in Staging.',
  ])
  expect(opened).toEqual([other])
  expect(routes).toEqual(['/insights/x'])
})

test('asks even when no workspace is open, and stays put when declined', async () => {
  const { follow, asked, routes, opened } = setUp([refOf('staging')], null, false)
  await follow('discovery-desk://staging/w1/insights/x')
  expect(asked).toHaveLength(1)
  expect(routes).toEqual([])
  expect(opened).toEqual([])
})

test.each([
  ['discovery-desk://staging/unknown/insights/x', 'isn’t connected'],
  ['discovery-desk://production/w1/insights/x', 'isn’t connected'],
  ['discovery-desk://staging/w1/../x', 'doesn’t point to anything'],
])('reports that %s leads nowhere', async (text, words) => {
  const { follow, said, routes, asked } = setUp([refOf('staging')], refOf('staging'))
  await follow(text)
  expect(said[0]).toContain(words)
  expect([...routes, ...asked]).toEqual([])
})

test('prefers the active workspace when two organisations share a workspace ID, and does not guess otherwise', async () => {
  const both = [refOf('staging', 'w1', 'o'), refOf('staging', 'w1', 'p'), refOf('staging', 'w2')]
  const open = setUp(both, refOf('staging', 'w1', 'p'))
  await open.follow('discovery-desk://staging/w1/insights')
  expect(open.routes).toEqual(['/insights'])
  const elsewhere = setUp(both, refOf('staging', 'w2'))
  await elsewhere.follow('discovery-desk://staging/w1/insights')
  expect(elsewhere.said).toHaveLength(1)
  expect(elsewhere.opened).toEqual([])
})

test('runs only the last of several menu choices after the one in progress', async () => {
  const { places, routes, opened } = setUp([refOf('staging')], refOf('development'))
  await Promise.all([places.switchTo('sandbox'), places.switchTo('staging'), places.switchTo('production')])
  expect(opened).toEqual([refOf('sandbox')])
  expect(routes).toEqual(['/', '/connect?environment=production'])
})

test('asks only once when a link is opened in a loop', async () => {
  const { follow, asked, said } = setUp([refOf('staging'), refOf('development')], refOf('development'))
  await Promise.all([1, 2, 3].map(() => follow('discovery-desk://staging/w1/insights')))
  expect([asked.length, said]).toEqual([1, []])
})

test('asks only about the last link that arrives during a question, and ignores repeats of the open one', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const all = [refOf('staging'), refOf('production'), refOf('development')]
  const { follow, asked, routes } = setUp(all, refOf('staging'), false, undefined, answered)
  const followed = [follow('discovery-desk://production/w1/goals')]
  await expect.poll(() => asked).toHaveLength(1)
  for (const link of ['production/w1/topics', 'development/w1/topics', 'production/w1/goals']) {
    followed.push(follow(`discovery-desk://${link}`))
  }
  await new Promise((resolve) => setTimeout(resolve))
  expect(asked).toHaveLength(1)
  answer()
  await Promise.all(followed)
  expect(asked.map((question) => question.split('?')[0])).toEqual([
    'Open Name of w1 in Production',
    'Open Name of w1 in Development',
  ])
  expect(routes).toEqual([])
  await follow('discovery-desk://production/w1/goals')
  expect(asked).toHaveLength(3)
})

test('reports an invalid link that arrives during a question from the menu', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const all = [refOf('staging'), refOf('production')]
  const { places, follow, asked, said } = setUp(all, refOf('staging'), false, undefined, answered)
  const switching = places.switchTo('production')
  await expect.poll(() => asked).toHaveLength(1)
  const followed = follow('discovery-desk://staging/w1/../x')
  answer()
  await Promise.all([switching, followed])
  expect(said).toEqual([expect.stringContaining('doesn’t point to anything')])
})

test('follows only the last link that arrives while a dialog is open, once the dialog closes', async () => {
  let closeDialogs = () => {}
  const closed = new Promise<void>((resolve) => {
    closeDialogs = resolve
  })
  const all = [refOf('staging'), refOf('production')]
  const { follow, asked, routes, opened } = setUp(all, refOf('staging'), true, () => closed)
  const first = follow('discovery-desk://production/w1/goals')
  const second = follow('discovery-desk://staging/w1/topics')
  await new Promise((resolve) => setTimeout(resolve))
  expect([...asked, ...routes, ...opened]).toEqual([])
  closeDialogs()
  await Promise.all([first, second])
  expect(routes).toEqual(['/topics'])
  expect([...asked, ...opened]).toEqual([])
})

test('also waits for a dialog that opens during a switch from the menu', async () => {
  const waits: (() => void)[] = []
  const whenDialogsClosed = () => new Promise<void>((resolve) => waits.push(resolve))
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const all = [refOf('staging'), refOf('production')]
  const { places, follow, routes } = setUp(all, refOf('staging'), false, whenDialogsClosed, answered)
  const switching = places.switchTo('production')
  const followed = follow('discovery-desk://staging/w1/topics')
  waits[0]?.()
  answer()
  await switching
  await expect.poll(() => waits).toHaveLength(2)
  expect(routes).toEqual([])
  waits[1]?.()
  await followed
  expect(routes).toEqual(['/topics'])
})

test.each([
  ['opens the record of a link', refOf('staging', 'w2'), ['/goals/g']],
  ['leaves it, if the person went on to another workspace,', refOf('staging', 'w1'), []],
])('%s once a dialog closes that was opened while the workspace of the link opened', async (_, then, shown) => {
  const waits: (() => void)[] = []
  // None is open before the question.
  const whenDialogsClosed = () =>
    opened.length === 0 ? Promise.resolve() : new Promise<void>((resolve) => waits.push(resolve))
  const all = [refOf('staging', 'w1'), refOf('staging', 'w2')]
  const { follow, routes, opened, open } = setUp(all, refOf('staging', 'w1'), true, whenDialogsClosed)
  const followed = follow('discovery-desk://staging/w2/goals/g')
  await expect.poll(() => waits).toHaveLength(1)
  expect(routes).toEqual([])
  await open(then)
  waits[0]?.()
  await followed
  expect(routes).toEqual(shown)
})

test('switches to the last open workspace of an environment, and asks only before production', async () => {
  const first = refOf('staging', 'w1')
  const last = refOf('staging', 'w2')
  const { places, opened, asked, routes } = setUp([first, last, refOf('production')], last)
  await places.switchTo('production')
  expect(asked[0]).toContain('Open Production?')
  await places.switchTo('staging')
  expect(opened).toEqual([refOf('production'), last])
  expect(routes).toEqual(['/', '/'])
  await places.switchTo('staging')
  expect(opened).toHaveLength(2)
  expect(asked).toHaveLength(1)
})

test('stays put when production is declined, shows the form if there is no workspace, and starts the sandbox', async () => {
  const { places, opened, routes } = setUp([refOf('staging'), refOf('production')], refOf('staging'), false)
  await places.switchTo('production')
  expect(opened).toEqual([])
  await places.switchTo('development')
  expect(routes).toEqual(['/connect?environment=development'])
  await places.switchTo('sandbox')
  expect(opened).toEqual([refOf('sandbox')])
})

test.each([
  ['tells the person why the sandbox cannot be opened', 'SERVICE_FAILED', ['Couldn’t start the sandbox.']],
  ['tells nothing when the person went on to another workspace meanwhile', 'CANCELLED', []],
] as const)('%s', async (_title, code, told) => {
  const { said } = await (async () => {
    const app = setUp([], null)
    const failing = createPlaces({
      settings: { read: () => defaultSettings('7d7b2c52-6d7c-4d6e-9a43-0a4b0f0a6c11') },
      openWorkspace: async () => {},
      isLocked: () => true,
      openSandbox: async () => {
        throw new AppError(code, 'Couldn’t start the sandbox.')
      },
      dialogs: {
        ask: async () => true,
        tell: async (_, detail) => {
          app.said.push(detail)
        },
        chooseFile: async () => null,
        showInFolder: () => {},
      },
      focus: () => {},
      whenDialogsClosed: async () => {},
      navigate: () => {},
      log: { defect: () => 'id' },
    })
    await failing.switchTo('sandbox')
    return app
  })()
  expect(said).toEqual(told)
})
