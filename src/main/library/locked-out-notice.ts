// A library whose file could not be opened is in memory until the cause has passed. The app moves it when it notices;
// until then the person should know how to have it try again.
import type { KeychainState } from '../../contract/features/environments'
import { EnvironmentName } from '../../contract/workspace'
import type { LibraryPlace } from './library-files'

const lockedOut: ReadonlySet<LibraryPlace['inMemoryReason']> = new Set(['KEYCHAIN_LOCKED', 'KEYCHAIN_TIMEOUT'])

const causes: Readonly<Record<string, string>> = {
  DISK_FULL: 'The disk is full.',
  PROFILE_READ_ONLY: 'The app may not write into its own folder.',
}

export function lockedOutNotices(
  keychain: { readonly state: () => KeychainState },
  inMemoryReason: (environment: EnvironmentName) => LibraryPlace['inMemoryReason'],
): readonly string[] {
  const unsaved = EnvironmentName.options.flatMap((environment) => {
    const words = causes[inMemoryReason(environment) ?? '']
    return words === undefined
      ? []
      : [
          `${words} The library of ${environment} is only in memory and shows what the service has; nothing can be changed or saved. Mend that, then press Sync now: what was saved before is kept.`,
        ]
  })
  if (keychain.state() !== 'available') return unsaved
  return EnvironmentName.options
    .filter((environment) => lockedOut.has(inMemoryReason(environment)))
    .map(
      (environment) =>
        `The keychain is open now, but it was not when the library of ${environment} was opened, so that library is only in memory. Press Sync now to move it to the disk with everything that waits.`,
    )
    .concat(unsaved)
}
