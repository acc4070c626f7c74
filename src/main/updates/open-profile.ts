// The settings that the app starts with, or the reason why it doesn't start.
import path from 'node:path'
import { openSettings, type SettingsStore } from '../settings/settings'
import { claimProfile, type ProfileClaimDeps, type RefusedClaim } from './profile-version'

export type OpenedProfile = { readonly settings: SettingsStore } | { readonly refused: RefusedClaim }

/** Claims first: opening settings may write them, and a profile that this version may not use is left as it is. */
export async function openProfile(own: Pick<ProfileClaimDeps, 'profile' | 'version'>): Promise<OpenedProfile> {
  const claim = await claimProfile(own)
  if (claim.state !== 'ready') return { refused: claim }
  return { settings: await openSettings(path.join(own.profile, 'settings.json')) }
}
