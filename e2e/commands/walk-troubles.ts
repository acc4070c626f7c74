// Each way in which the service may fail to be read, one after another, and what the app says of it. Every view shows
// what was synced, so a view without a call of its own is led through these states by the sync.
import { expect, type Page, test } from '@playwright/test'
import { faults } from '../../src/sandbox/testing/faults'
import { answeredBy } from '../app/answered-by'
import type { Troubled } from './connect-troubled'
import { signInPrompt } from './sign-in'
import { syncDetails, syncStatus } from './sync-now'

interface Trouble {
  readonly state: string
  readonly begin: (world: Troubled) => void | Promise<void>
  /** In the header, with the age of what is on screen. */
  readonly status: RegExp
  /** What happened, and what to do next. */
  readonly words: readonly RegExp[]
}

const read = (fault: ReturnType<typeof faults.silence>) => (world: Troubled) =>
  world.faulty.script({ method: 'GET', fault })

const failed = /^Sync failed – data from \d{2}:\d{2}$/

export const troubles: readonly Trouble[] = [
  {
    state: '400',
    begin: read(faults.problem(400, 'INVALID_REQUEST')),
    status: failed,
    words: [/The service rejected this/, /The reason is in its response/, /The response was 400: Scripted/],
  },
  {
    state: '401',
    begin: (world) => read(answeredBy({ ...world.service, token: world.service.expiredToken }))(world),
    status: /^Sign-in needed – data from \d{2}:\d{2}$/,
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
    words: [/Something went wrong on the server/, /Try again later/, /The response was 500: Scripted/],
  },
  {
    state: 'offline',
    begin: ({ faulty }) => faulty.goAway(),
    status: /^Offline – data from \d{2}:\d{2}$/,
    words: [/Can’t reach the service/, /Check your network/, /Synced data stays available/],
  },
]

async function closeDetails(page: Page): Promise<void> {
  // A second Escape would close what is open below, so the one key has to reach the popover.
  await syncDetails(page).getByRole('button', { name: 'Sync now' }).focus()
  await page.keyboard.press('Escape')
  await expect(syncDetails(page)).toBeHidden()
}

async function trySync(page: Page, { status, words }: Pick<Trouble, 'status' | 'words'>): Promise<void> {
  await syncStatus(page).getByRole('button').click()
  const details = syncDetails(page)
  await details.getByRole('button', { name: 'Sync now' }).click()
  for (const each of words) await expect(details).toContainText(each)
  await expect(syncStatus(page)).toHaveText(status)
  await closeDetails(page)
}

/** The service is there again and answers as it should. */
export async function endTrouble({ page, faulty }: Troubled, isGone = false): Promise<void> {
  faulty.reset()
  if (isGone) await faulty.comeBack()
  await trySync(page, { status: /^Synced/, words: [] })
}

/**
 * Leads the view that is open through every trouble. `check` looks at the view in each, and once more afterwards, when
 * all is well again.
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
