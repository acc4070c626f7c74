/**
 * The desktop of a start without a display. The key of the app's library is in the keyring, so the two belong
 * together: a temporary profile has a temporary keyring, and a permanent one (--user-data-dir) has a permanent
 * keyring. Mixing them would leave a library that nobody can open.
 */
import { createHash } from 'node:crypto'
import path from 'node:path'
import { openDesktop } from '../setup/desktop.mjs'
import { cacheFolder } from '../setup/paths.mjs'

/** @param {{ env: NodeJS.ProcessEnv, profile: string | undefined }} options profile: the folder that is kept, if one is */
export async function openVirtualDesktop(say, { env, profile }) {
  say('No display found. The window opens on a virtual one.')
  if (profile === undefined) {
    say('Its profile and keyring are temporary.')
    return openDesktop({ env })
  }
  const keyringFolder = keyringFolderOf(profile)
  say(
    `The profile ${profile} is kept, with its keyring in ${keyringFolder}.\n` +
      'That keyring has no password. Only the permissions of its folder protect it.',
  )
  return openDesktop({ env, keyringFolder })
}

/** Outside the profile, so that a copy of the profile does not include its key. */
const keyringFolderOf = (profile) =>
  path.join(cacheFolder, 'keyrings', createHash('sha256').update(profile).digest('hex').slice(0, 16))
