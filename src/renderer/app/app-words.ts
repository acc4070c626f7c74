// Texts of the app shell, beside labels.
import type { EnvironmentList } from '../../contract/features/environments'
import type { WorkspaceRef } from '../../contract/workspace'
import { workspaceKey } from '../../contract/workspace-key'
import { counted } from '../records/record-words'
import { environmentIdentity } from '../ui/environment-identity'
import { workspaceNameIn } from '../ui/use-workspace-name'

interface Settled {
  readonly workspace: WorkspaceRef
  readonly sent: number
  readonly rejected: number
}

/** "2 changes sent, 1 rejected", "1 change rejected in Juniper Bikes, Staging" */
export function settledText({ workspace, sent, rejected }: Settled, list: EnvironmentList | undefined): string {
  const changes = counted(sent > 0 ? sent : rejected, 'change', 'changes')
  const outcome = sent === 0 ? `${changes} rejected` : `${changes} sent${rejected > 0 ? `, ${rejected} rejected` : ''}`
  const active = list?.active ?? null
  if (active !== null && workspaceKey(active) === workspaceKey(workspace)) return outcome
  const name = list === undefined ? null : workspaceNameIn(list, workspace)
  const { label } = environmentIdentity[workspace.environment]
  return `${outcome} in ${name === null ? label : `${name}, ${label}`}`
}

/** Whole sentences. */
export const tokenEnded = (workspace: string) => `Your access token for ${workspace} has expired or was revoked.`

export const appTexts = {
  closeDialogFirst: 'Close the dialog first.',
  dataStays: 'Synced data stays available, and your changes are kept.',
  keychainLocked:
    'The keychain is locked. Tokens, synced data, notes, drafts and unsent changes are kept only until the app closes.',
  noKeychain:
    'No keychain is available. Tokens, synced data, notes, drafts and unsent changes are kept only until the app closes.',
  keychainSilent:
    'The keychain isn’t responding. Tokens, synced data, notes, drafts and unsent changes are kept only until the app closes.',
  keychainLockedNow: 'The keychain is locked. New tokens are kept only until the app closes.',
  noKeychainNow: 'No keychain is available. New tokens are kept only until the app closes.',
  keychainSilentNow: 'The keychain isn’t responding. New tokens are kept only until the app closes.',
  libraryStopped: 'The local library has stopped. Nothing can be read or saved.',
} as const
