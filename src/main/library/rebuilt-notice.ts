// What a person is told when the local library could not be used as it was.
import type { OpenedLibrary } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'

const reasons: Readonly<Record<NonNullable<OpenedLibrary['reason']>, string>> = {
  corrupt: 'was damaged',
  'wrong-key': 'could not be opened with the key in the keychain',
  emptied: 'had been emptied by something else',
}

/** null when nothing happened that a person should know. */
export function rebuiltNotice(environment: EnvironmentName, opened: OpenedLibrary): string | null {
  const { state, reason, keptChanges, mayHaveLostChanges } = opened
  if (state !== 'rebuilt' || !reason) return null
  return [
    `The local library of ${environment} ${reasons[reason]}.`,
    "The old file was set aside in the profile's library folder, and a new one is filled from the service.",
    ...(keptChanges === 0 ? [] : [`${keptChanges} unsent ${keptChanges === 1 ? 'change was' : 'changes were'} kept.`]),
    ...(mayHaveLostChanges
      ? [`${keptChanges === 0 ? 'Unsent' : 'Other unsent'} insights and drafts in it could not be read.`]
      : []),
  ].join(' ')
}
