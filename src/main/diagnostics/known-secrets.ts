// The tokens and library keys of this profile, to be taken out of a text in case one got into it. They are read when they
// are needed and not kept.
import { EnvironmentName } from '../../contract/workspace'
import { originOf } from '../environments/view'
import type { LibraryKeys } from '../keychain/library-keys'
import type { Tokens } from '../keychain/tokens'
import type { SandboxProcess } from '../sandbox/sandbox-process'
import type { SettingsStore } from '../settings/settings'

export interface KnownSecretsDeps {
  readonly settings: Pick<SettingsStore, 'read'>
  readonly tokens: Pick<Tokens, 'find'>
  readonly keys: Pick<LibraryKeys, 'read'>
  readonly sandbox: Pick<SandboxProcess, 'current'>
}

/** Never rejects: without a keychain there is none to be found. */
export async function knownSecrets({ settings, tokens, keys, sandbox }: KnownSecretsDeps): Promise<readonly string[]> {
  const { environments } = settings.read()
  const found = EnvironmentName.options.flatMap((environment) => {
    const { tokenPlaces, workspaces, baseAddress } = environments[environment]
    const origin = originOf(baseAddress)
    const current = origin === null ? [] : workspaces.map(({ organisationId }) => ({ organisationId, origin }))
    const places = [...tokenPlaces, ...current]
    return [
      ...places.map(({ organisationId, origin }) => tokens.find({ environment, organisationId, origin })),
      keys.read(environment).then((kept) => kept?.key ?? null),
    ]
  })
  const settled = await Promise.allSettled(found)
  const secrets = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : null) ?? [])
  return [...secrets, sandbox.current()?.token ?? []].flat()
}
