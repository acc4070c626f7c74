// Tries a change that needs the service, requested in a dialog, in every trouble: the dialog stays and says once what
// happened and what to do. The same button makes the change when the trouble is over.
import { expect, type Locator, test } from '@playwright/test'
import { faults } from '../../src/sandbox/testing/faults'
import { answeredBy } from '../app/answered-by'
import { checkInBothSchemes } from './check-accessibility'
import type { Troubled } from './connect-troubled'
import { signIn } from './sign-in'
import { syncStatus } from './sync-now'

export interface AtOnce {
  readonly dialog: Locator
  /** The button that sends the change. */
  readonly button: Locator
  readonly method: 'POST' | 'DELETE'
  /** A part of the request's path. */
  readonly path: string
  /** Message for a change that may have arrived. */
  readonly doubt: RegExp
  /** Statuses with another meaning here. */
  readonly except?: readonly string[]
}

/** Ends with the dialog open after a refusal of the token, then signs in. The change is still to be sent. */
export async function walkRefusals(world: Troubled, change: AtOnce): Promise<void> {
  const { faulty, service, page } = world
  const { dialog, button, method, path, doubt, except = [] } = change
  const alert = dialog.getByRole('alert')
  const answered = (fault: ReturnType<typeof faults.silence>) => () => faulty.script({ method, url: path, fault })
  const states = [
    ['400', answered(faults.problem(400, 'INVALID_REQUEST')), [/The service rejected this/, /The response was 400/]],
    [
      '403',
      answered(answeredBy({ ...service, token: service.readOnlyToken })),
      [/You don’t have permission to do this in \S/, /use a token with this permission/, /The response was 403/],
    ],
    ['404', answered(faults.problem(404, 'NOT_FOUND')), [/Not found/, /The response was 404/]],
    ['500', answered(faults.problem(500, 'INTERNAL_SERVER_ERROR')), [/The service had a problem/, doubt]],
    ['offline', () => faulty.goAway(), [/Can’t reach the service/, /try again later/]],
    [
      '401',
      answered(answeredBy({ ...service, token: service.expiredToken })),
      [/Sign-in needed/, /access token has expired or was revoked/],
    ],
  ] as const
  for (const [state, begin, words] of states) {
    if (except.includes(state)) continue
    await test.step(`${method} ${state}`, async () => {
      faulty.reset()
      await begin()
      await button.click()
      for (const each of words) await expect(alert).toContainText(each)
      await expect(alert).toHaveCount(1)
      await expect(dialog).toBeVisible()
      if (state === '500') await checkInBothSchemes(page, `${method} ${path} failed`, { within: '[role="dialog"]' })
      if (state === '401') return
      if (state === 'offline') {
        await expect(syncStatus(page)).toContainText('Offline – data from')
        await expect(dialog).toContainText('This needs a connection to the service.')
        await faulty.comeBack()
      }
    })
  }
  faulty.reset()
  await signIn(page, alert.getByRole('button', { name: 'Add token…' }), service.token)
  await expect(dialog).toBeVisible()
}
