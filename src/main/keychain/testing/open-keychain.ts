import { createKeychain, type Keychain, type KeychainDeps } from '../keychain'

/** A keychain that was looked at already, as it is for nearly all of the app's life. */
export async function openKeychain(deps: KeychainDeps): Promise<Keychain> {
  const keychain = createKeychain(deps)
  await keychain.ready()
  return keychain
}
