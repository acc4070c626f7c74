import { createKeychain, type Keychain, type KeychainEdges } from '../keychain'

/** A keychain that was looked at already, as it is for nearly all of the app's life. */
export async function openKeychain(edges: KeychainEdges): Promise<Keychain> {
  const keychain = createKeychain(edges)
  await keychain.ready()
  return keychain
}
