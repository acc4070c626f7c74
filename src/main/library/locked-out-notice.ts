// A library that was opened while the keychain was locked or silent is in memory, and stays there until the app closes:
// what waits to be sent is in it, and nothing moves it into the file. Once the keychain answers, a person should know.
import { EnvironmentName } from '../../contract/workspace'
import type { Keychain } from '../keychain/keychain'
import type { LibraryPlace } from './library-files'

const lockedOut: ReadonlySet<LibraryPlace['memoryBecause']> = new Set(['KEYCHAIN_LOCKED', 'KEYCHAIN_TIMEOUT'])

export function lockedOutNotices(
  keychain: Pick<Keychain, 'state'>,
  memoryBecause: (environment: EnvironmentName) => LibraryPlace['memoryBecause'],
): readonly string[] {
  if (keychain.state() !== 'available') return []
  return EnvironmentName.options
    .filter((environment) => lockedOut.has(memoryBecause(environment)))
    .map(
      (environment) =>
        `The keychain is open now, but it was not when the library of ${environment} was opened, so that library is only in memory. Send what is waiting, then start the app again to use the library on disk.`,
    )
}
