// Going to another place from the menu and from links, over real settings in memory.
import { expect, test, vi } from 'vitest'
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
  whenFree = async () => {},
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
    },
    focus: () => {},
    whenDialogsClosed: whenFree,
    navigate: (to) => routes.push(to),
    log: { defect: () => 'id' },
  })
  const follow = (text: string) => places.follow(parseDeepLink(text))
  return { places, follow, said, asked, routes, opened }
}

test('a link into the open workspace is followed without a question', async () => {
  const { follow, asked, routes, opened } = setUp([refOf('staging')], refOf('staging'))
  await follow('discovery-desk://staging/w1/goals/g')
  expect(routes).toEqual(['/goals/g'])
  expect(asked).toEqual([])
  expect(opened).toEqual([])
})

test.each(['production', 'staging', 'sandbox'] as const)(
  'one into %s asks first, and names it',
  async (environment) => {
    const other = refOf(environment, 'w2')
    const { follow, asked, routes, opened } = setUp([refOf('development'), other], refOf('development'))
    await follow(`discovery-desk://${environment}/w2/insights/x`)
    expect(asked[0]).toMatch(new RegExp(`Name of w2 in ${environment}.*Open now: Name of w1 in Development`, 'i'))
    expect(opened).toEqual([other])
    expect(routes).toEqual(['/insights/x'])
  },
)

test('one into another workspace of the same environment asks too', async () => {
  const [open, other] = [refOf('staging', 'w1'), refOf('staging', 'w2')]
  const { follow, asked, routes, opened } = setUp([open, other], open)
  await follow('discovery-desk://staging/w2/insights/x')
  expect(asked).toEqual([
    'Open Name of w2 in Staging? A link from outside leads there. Open now: Name of w1 in Staging.',
  ])
  expect(opened).toEqual([other])
  expect(routes).toEqual(['/insights/x'])
})

test('with nothing open it asks too, and a no goes nowhere', async () => {
  const { follow, asked, routes, opened } = setUp([refOf('staging')], null, false)
  await follow('discovery-desk://staging/w1/insights/x')
  expect(asked).toHaveLength(1)
  expect(routes).toEqual([])
  expect(opened).toEqual([])
})

test.each([
  ['discovery-desk://staging/unknown/insights/x', 'not set up here'],
  ['discovery-desk://production/w1/insights/x', 'not set up here'],
  ['discovery-desk://staging/w1/../x', 'names no place'],
])('%s leads nowhere, and that is said', async (text, words) => {
  const { follow, said, routes, asked } = setUp([refOf('staging')], refOf('staging'))
  await follow(text)
  expect(said[0]).toContain(words)
  expect([...routes, ...asked]).toEqual([])
})

test('the same workspace id in two organisations is the open one, and otherwise nobody’s guess', async () => {
  const both = [refOf('staging', 'w1', 'o'), refOf('staging', 'w1', 'p'), refOf('staging', 'w2')]
  const open = setUp(both, refOf('staging', 'w1', 'p'))
  await open.follow('discovery-desk://staging/w1/insights')
  expect(open.routes).toEqual(['/insights'])
  const elsewhere = setUp(both, refOf('staging', 'w2'))
  await elsewhere.follow('discovery-desk://staging/w1/insights')
  expect(elsewhere.said).toHaveLength(1)
  expect(elsewhere.opened).toEqual([])
})

test('what is chosen in the menu while another choice is under way is done after it, the last one alone', async () => {
  const { places, routes, opened } = setUp([refOf('staging')], refOf('development'))
  await Promise.all([places.switchTo('sandbox'), places.switchTo('staging'), places.switchTo('production')])
  expect(opened).toEqual([refOf('sandbox')])
  expect(routes).toEqual(['/', '/connect?environment=production'])
})

test('links in a loop get one question', async () => {
  const { follow, asked } = setUp([refOf('staging'), refOf('development')], refOf('development'))
  await Promise.all([1, 2, 3].map(() => follow('discovery-desk://staging/w1/insights')))
  expect(asked).toHaveLength(1)
})

test('of links that come while the question of one is open the last is asked about next, and none twice', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const all = [refOf('staging'), refOf('production'), refOf('development')]
  const { follow, asked, routes } = setUp(all, refOf('staging'), false, undefined, answered)
  const followed = [follow('discovery-desk://production/w1/goals')]
  await vi.waitFor(() => expect(asked).toHaveLength(1))
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

test('a link that cannot be read is told too when it comes while the question of the menu is open', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const all = [refOf('staging'), refOf('production')]
  const { places, follow, asked, said } = setUp(all, refOf('staging'), false, undefined, answered)
  const switching = places.switchTo('production')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  const followed = follow('discovery-desk://staging/w1/../x')
  answer()
  await Promise.all([switching, followed])
  expect(said).toEqual([expect.stringContaining('names no place')])
})

test('links that come while a dialog is open wait for its end, and the last one is followed', async () => {
  let free = () => {}
  const closed = new Promise<void>((resolve) => {
    free = resolve
  })
  const all = [refOf('staging'), refOf('production')]
  const { follow, asked, routes, opened } = setUp(all, refOf('staging'), true, () => closed)
  const first = follow('discovery-desk://production/w1/goals')
  const second = follow('discovery-desk://staging/w1/topics')
  await new Promise((resolve) => setTimeout(resolve))
  expect([...asked, ...routes, ...opened]).toEqual([])
  free()
  await Promise.all([first, second])
  expect(routes).toEqual(['/topics'])
  expect([...asked, ...opened]).toEqual([])
})

test('switching goes to the workspace that was open there last, and asks about production only', async () => {
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

test('a no to production stays; an environment without a workspace shows the form; the sandbox is started', async () => {
  const { places, opened, routes } = setUp([refOf('staging'), refOf('production')], refOf('staging'), false)
  await places.switchTo('production')
  expect(opened).toEqual([])
  await places.switchTo('development')
  expect(routes).toEqual(['/connect?environment=development'])
  await places.switchTo('sandbox')
  expect(opened).toEqual([refOf('sandbox')])
})

test('what cannot be opened is told in words', async () => {
  const { said } = await (async () => {
    const app = setUp([], null)
    const failing = createPlaces({
      settings: { read: () => defaultSettings('7d7b2c52-6d7c-4d6e-9a43-0a4b0f0a6c11') },
      openWorkspace: async () => {},
      isLocked: () => true,
      openSandbox: async () => {
        throw new AppError('SERVICE_FAILED', 'The sandbox could not be started.')
      },
      dialogs: {
        ask: async () => true,
        tell: async (_, detail) => {
          app.said.push(detail)
        },
        chooseFile: async () => null,
      },
      focus: () => {},
      whenDialogsClosed: async () => {},
      navigate: () => {},
      log: { defect: () => 'id' },
    })
    await failing.switchTo('sandbox')
    return app
  })()
  expect(said).toEqual(['The sandbox could not be started.'])
})
