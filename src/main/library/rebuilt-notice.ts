// Notices for the person when the library of an environment had to be made anew.
import { capital } from '../../contract/first-letter'
import type { OpenedLibrary } from '../../contract/library'
import { type EnvironmentName, environmentLabels } from '../../contract/workspace'

const reasons: Readonly<Record<NonNullable<OpenedLibrary['reason']> | 'missing-key' | 'missing-id', string>> = {
  corrupt: 'was damaged',
  'wrong-key': 'couldn’t be opened with its key',
  'missing-key': 'couldn’t be opened because its key is missing from the keychain',
  'missing-id': 'couldn’t be opened because the settings needed to find its key were lost',
  emptied: 'was emptied or replaced outside the app',
  missing: 'was moved or deleted outside the app',
}

export interface RebuiltFrom {
  readonly environment: EnvironmentName
  /** The folder of the library's files. */
  readonly folder: string
  /** The keychain had no key for the file that was there. */
  readonly isKeyNew: boolean
  /** The id that the keychain files keys under differs from before. */
  readonly isIdNew?: boolean
}

/** A library that was only in memory went with its process; `recoveredChanges` that had not ended were put back. */
export function emptiedMemoryNotice(environment: EnvironmentName, { recoveredChanges }: OpenedLibrary): string {
  const kept = `${recoveredChanges} unsent ${recoveredChanges === 1 ? 'change was' : 'changes were'} restored.`
  return [
    `${environmentLabels[environment]}’s library was in memory only and stopped. A new one is syncing.`,
    ...(recoveredChanges === 0 ? [] : [kept]),
    'Score history and the content of deleted items are gone.',
  ].join(' ')
}

/** The library is whole, but neither it nor the second file has all that was saved last. */
function lostStepsNotice(environment: EnvironmentName): string {
  return [
    `Some unsent changes and drafts in ${environmentLabels[environment]} may be lost because both copies on this computer were damaged.`,
    'Choose Review and send to send the rest.',
  ].join(' ')
}

/** null when nothing happened that a person should know. */
export function rebuiltNotice(
  { environment, folder, isKeyNew, isIdNew = false }: RebuiltFrom,
  { state, reason, recoveredChanges, mayHaveLostChanges, mayHaveLostNotes = false }: OpenedLibrary,
): string | null {
  if (state !== 'rebuilt' || !reason) return mayHaveLostChanges ? lostStepsNotice(environment) : null
  const because = reason === 'wrong-key' && isKeyNew ? (isIdNew ? 'missing-id' : 'missing-key') : reason
  const kept = `${recoveredChanges} unsent ${recoveredChanges === 1 ? 'change was' : 'changes were'} kept. Choose Review and send to send ${recoveredChanges === 1 ? 'it' : 'them'}.`
  const lost = [
    ...(mayHaveLostChanges ? [recoveredChanges === 0 ? 'unsent changes' : 'other unsent changes', 'drafts'] : []),
    ...(mayHaveLostNotes
      ? [
          'reviews',
          'snoozes',
          'notes',
          'labels',
          'saved views',
          'evidence briefs',
          'scoring models',
          'decisions',
          'pairs marked as not duplicates',
          'metrics',
          'topics',
        ]
      : []),
  ]
  return [
    `${environmentLabels[environment]}’s library ${reasons[because]} and is being rebuilt.`,
    ...(recoveredChanges === 0 ? [] : [kept]),
    ...(lost.length === 0 ? [] : [`${capital(lost.slice(0, -1).join(', '))} and ${lost.at(-1)} may be lost.`]),
    reason === 'missing' ? `Its file was ${environment}.db in ${folder}.` : `The old file is in ${folder}.`,
  ].join(' ')
}
