// Each way in which reading from the service may fail, and the app's message. Every view shows synced data, so the sync
// leads views without calls of their own through these states.
import { expect, type Page, test } from '@playwright/test'
import { faults } from '../../src/sandbox/testing/faults'
import { answeredBy } from '../app/answered-by'
import type { Troubled } from './connect-troubled'
import { signInPrompt } from './sign-in'
import { closeSyncDetails, syncDetails, syncStatus } from './sync-now'

interface Trouble {
  readonly state: string
  readonly begin: (world: Troubled) => void | Promise<void>
  /** Status in the header, with the age of the data on screen. */
  readonly status: RegExp
  /** Words that say what happened and what to do next. */
  readonly words: readonly RegExp[]
}

const read = (fault: ReturnType<typeof faults.silence>) => (world: Troubled) =>
  world.faulty.script({ method: 'GET', fault })

/** After midnight it has a date as well. */
const withAge = (state: string) => new RegExp(`^${state} – data from (\\d{1,2} \\p{L}+ \\d{4}, )?\\d{2}:\\d{2}$`, 'u')
const failed = withAge('Sync failed')

export const troubles: readonly Trouble[] = [
  {
    state: '400',
    begin: read(faults.problem(400, 'INVALID_REQUEST')),
    status: failed,
    words: [/The service rejected this/, /See its response for the reason/, /The response was 400: Scripted/],
  },
  {
    state: '401',
    begin: (world) => read(answeredBy({ ...world.service, token: world.service.expiredToken }))(world),
    status: withAge('Sign-in needed'),
    words: [/Your access token has expired or was revoked. Add a new one/, /The response was 401: /],
  },
  {
    state: '403',
    begin: (world) => read(answeredBy({ ...world.service, token: world.service.foreignToken }))(world),
    status: failed,
    words: [
      /You don’t have permission to do this in \S/,
      /Ask for access, or use a token with this permission/,
      /The response was 403: /,
    ],
  },
  {
    state: '404',
    begin: read(faults.problem(404, 'NOT_FOUND')),
    status: failed,
    words: [/Not found/, /the ID may be incorrect/, /The response was 404: Scripted/],
  },
  {
    state: '500',
    begin: read(faults.problem(500, 'INTERNAL_SERVER_ERROR')),
    status: failed,
    words: [/The service had a problem/, /Try again later/, /The response was 500: Scripted/],
  },
  {
    state: 'offline',
    begin: ({ faulty }) => faulty.goAway(),
    status: withAge('Offline'),
    words: [/Can’t reach the service/, /Check your network/, /Synced data stays available/],
  },
]

async function trySync(page: Page, { status, words }: Pick<Trouble, 'status' | 'words'>): Promise<void> {
  await syncStatus(page).getByRole('button').click()
  const details = syncDetails(page)
  await details.getByRole('button', { name: 'Sync now' }).click()
  for (const each of words) await expect(details).toContainText(each)
  await expect(syncStatus(page)).toHaveText(status)
  await closeSyncDetails(page)
}

/** Brings the service back, with regular answers. */
export async function endTrouble({ page, faulty }: Troubled, isGone = false): Promise<void> {
  faulty.reset()
  if (isGone) await faulty.comeBack()
  await trySync(page, { status: /^Synced/, words: [] })
}

/**
 * Leads the open view through every trouble. `check` checks the view in each, and once more after the last has ended.
 */
export async function walkTroubles(world: Troubled, check: () => Promise<void>): Promise<void> {
  for (const trouble of troubles) {
    await test.step(trouble.state, async () => {
      world.faulty.reset()
      await trouble.begin(world)
      await trySync(world.page, trouble)
      await expect(signInPrompt(world.page)).toHaveCount(trouble.state === '401' ? 1 : 0)
      await check()
    })
  }
  await endTrouble(world, true)
  await check()
}
