// The tokens, library keys and proxy sign-ins of this profile, to be taken out of a text in case one got into it. They are
// read when they are needed and not kept.
import { EnvironmentName } from '../../contract/workspace'
import type { Clock } from '../clock'
import { tokenPlacesIn } from '../environments/setup'
import type { Keychain } from '../keychain/keychain'
import type { LibraryKeys } from '../keychain/library-keys'
import type { Tokens } from '../keychain/tokens'
import type { Network } from '../network/network'
import type { SandboxProcess } from '../sandbox/sandbox-process'
import { timedOut, withTimeout } from '../schedule/with-timeout'
import type { SettingsStore } from '../settings/settings'

export interface KnownSecretsDeps {
  readonly settings: Pick<SettingsStore, 'read'>
  readonly tokens: Pick<Tokens, 'find'>
  readonly keys: Pick<LibraryKeys, 'read'>
  readonly sandbox: Pick<SandboxProcess, 'current'>
  readonly clock: Clock
  readonly keychain: Pick<Keychain, 'state'>
  readonly network: { findSignIns: Network<never>['findSignIns'] }
}

export interface KnownSecrets {
  readonly secrets: readonly string[]
  /** Some could not be looked up, so they would not be recognised. */
  readonly areSomeUnknown: boolean
}

/** Shorter names occur in too many words to be taken out. */
const shortestName = 4
/** The limit of each look-up, so that one that hangs does not keep the others from being taken out. */
const lookUpTimeoutMs = 3_000

/** Never rejects. */
export async function knownSecrets(deps: KnownSecretsDeps): Promise<KnownSecrets> {
  const { settings, tokens, keys, sandbox, keychain, network, clock } = deps
  const found = EnvironmentName.options.flatMap((environment) => [
    ...tokenPlacesIn(settings.read(), environment).map(tokens.find),
    keys.read(environment).then((kept) => (kept === null || kept === 'NO_KEYCHAIN' ? null : kept.key)),
  ])
  const signIns = network.findSignIns().map(async (finding) => {
    const signIn = await finding
    if (signIn === null) return []
    return signIn.name.length < shortestName ? [signIn.password] : [signIn.password, signIn.name]
  })
  const lookUps = [...found, ...signIns].map((each) =>
    withTimeout<string | readonly string[] | null>(clock, lookUpTimeoutMs, each),
  )
  const settled = await Promise.allSettled(lookUps)
  const values = settled.map((each) => (each.status === 'fulfilled' ? each.value : timedOut))
  const secrets = values.flatMap((value) => (value === timedOut ? [] : (value ?? [])))
  return {
    secrets: [...secrets, sandbox.current()?.token ?? []].flat(),
    // A keychain that is not available answers that there is none.
    areSomeUnknown: keychain.state() !== 'available' || values.includes(timedOut),
  }
}
