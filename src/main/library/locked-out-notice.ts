// A library whose file could not be opened is in memory until the cause has passed. The app moves it when it notices;
// until then the person should know how to have it try again.
import type { KeychainState } from '../../contract/features/environments'
import { EnvironmentName, environmentLabels } from '../../contract/workspace'
import type { LibraryLocation } from './library-files'

const lockedOut: ReadonlySet<LibraryLocation['inMemoryReason']> = new Set([
  'NO_KEYCHAIN',
  'KEYCHAIN_LOCKED',
  'KEYCHAIN_TIMEOUT',
  'KEY_REFUSED',
])

const causes: Readonly<Record<string, string>> = {
  DISK_FULL: 'The disk is full.',
  PROFILE_READ_ONLY: 'The app can’t write to its folder.',
  LINKED_FOLDER:
    'The library folder of the app’s profile is a link to another folder, which the app doesn’t follow. Replace the link with the folder itself, or move the whole profile and start the app with --user-data-dir.',
}

export function lockedOutNotices(
  keychain: { readonly state: () => KeychainState },
  inMemoryReason: (environment: EnvironmentName) => LibraryLocation['inMemoryReason'],
): readonly string[] {
  const unsaved = EnvironmentName.options.flatMap((environment) => {
    const words = causes[inMemoryReason(environment) ?? '']
    return words === undefined
      ? []
      : [
          `${words} Nothing can be changed or saved in ${environmentLabels[environment]}, and saved notes and decisions aren’t shown. They’re kept. Fix this, then choose Sync now.`,
        ]
  })
  if (keychain.state() !== 'available') return unsaved
  const refused = EnvironmentName.options
    .filter((environment) => inMemoryReason(environment) === 'KEYCHAIN_REFUSED')
    .map(
      (environment) =>
        `The keychain accepts no new entries, so ${environmentLabels[environment]}’s library is kept only until the app closes. Allow the app to use the keychain, then restart the app.`,
    )
  return EnvironmentName.options
    .filter((environment) => lockedOut.has(inMemoryReason(environment)))
    .map(
      (environment) =>
        `The keychain is available now, but ${environmentLabels[environment]}’s library was opened without it and is in memory only. Choose Sync now to save it to disk with your unsent changes.`,
    )
    .concat(refused, unsaved)
}
