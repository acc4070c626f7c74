// Decides which addresses the person is asked about in a dialog of main before anything is sent there. The page chooses
// addresses, ids and tokens, so a page that was taken over could otherwise send any text anywhere.
import { AppError } from '../../contract/errors'
import { EnvironmentName, environmentLabels } from '../../contract/workspace'
import type { Question } from '../question'
import { isLoopback, originOf, parseBaseAddress } from '../service/address'
import type { Settings } from '../settings/schema'
import { isMoved } from './require-review'
import { leadsTo } from './same-address'

export interface ConfirmAddressDeps {
  readonly settings: { readonly read: () => Settings }
  readonly ask: (question: Question) => Promise<boolean>
  /** Services on this computer need no question: for development and tests. */
  readonly trustsThisComputer: boolean
}

export interface ConfirmAddress {
  /** Asks before a request goes there. Throws INVALID_INPUT if the person declines, NOT_ASKED if no question may be shown. */
  toConnect(environment: EnvironmentName, href: string): Promise<void>
  /** Asks before it is saved. Where production has an address, another one takes a question of its own. */
  toSave(environment: EnvironmentName, href: string): Promise<void>
}

export function createConfirmAddress({ settings, ask, trustsThisComputer }: ConfirmAddressDeps): ConfirmAddress {
  /** Addresses accepted since the start and not saved yet. */
  const accepted = new Set<string>()

  function isKnown(environment: EnvironmentName, origin: string): boolean {
    const { environments } = settings.read()
    const isSaved = EnvironmentName.options.some((name) => originOf(environments[name].baseAddress) === origin)
    const isHere = trustsThisComputer && isLoopback(new URL(origin).hostname)
    return isSaved || isHere || accepted.has(keyOf(environment, origin))
  }

  async function requireYes(question: Question): Promise<void> {
    if (await ask(question)) return
    const message = 'This address wasn’t confirmed, so nothing was sent to it.'
    throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['baseAddress'], message }] })
  }

  /** A page that forgets production must not get its address under an environment without a lock. */
  function wasOfProduction(environment: EnvironmentName, href: string): boolean {
    const { environments, formerProduction } = settings.read()
    if (environment === 'production' || !isMoved(environments[environment], href)) return false
    return formerProduction.some((former) => leadsTo(former, href))
  }

  async function toConnect(environment: EnvironmentName, href: string): Promise<void> {
    const { origin } = parseBaseAddress(href)
    const label = environmentLabels[environment]
    if (wasOfProduction(environment, href)) {
      if (accepted.has(keyOf(environment, href))) return
      await requireYes({
        message: `Connect ${label} to Production’s former address?`,
        detail: `${shownAddress(href)} used to be Production’s address. Changes you make in ${label} will be sent there without Production’s lock.`,
        accept: `Connect ${label}`,
      })
      accepted.add(keyOf(environment, href)).add(keyOf(environment, origin))
      return
    }
    if (isKnown(environment, origin)) return
    await requireYes({
      message: `Connect ${label} to ${new URL(origin).hostname}?`,
      detail: `The access token you entered and your changes will be sent to ${shownAddress(href)}.`,
      accept: `Connect ${label}`,
    })
    accepted.add(keyOf(environment, origin))
  }

  return {
    toConnect,
    async toSave(environment, href) {
      const before = settings.read().environments[environment]
      if (environment !== 'production' || before.baseAddress === null || !isMoved(before, href)) {
        return toConnect(environment, href)
      }
      const label = environmentLabels[environment]
      await requireYes({
        message: `Change the address of ${label}?`,
        detail: `From ${shownAddress(before.baseAddress)} to ${shownAddress(href)}. Editing will be locked again.`,
        accept: 'Change address',
      })
    },
  }
}

const keyOf = (environment: EnvironmentName, address: string) => `${environment} ${address}`

/** Addresses begin with the host, and a dialog has no room for 2,000 characters. */
export const shownAddress = (href: string) => (href.length > 300 ? `${href.slice(0, 300)}…` : href)
