// Reads the keyring's secrets for the staging environment of a profile, past the app.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { getPassword } from 'keytar'
import type { RunningService } from '../app/service'

export interface Secrets {
  readonly token: string | null
  readonly libraryKey: string | null
}

export async function readSecrets(
  profile: string,
  { baseUrl, organisationId }: Pick<RunningService, 'baseUrl' | 'organisationId'>,
): Promise<Secrets> {
  const { profileId } = JSON.parse(await readFile(path.join(profile, 'settings.json'), 'utf8')) as { profileId: string }
  const read = (kind: string, ...parts: readonly string[]) =>
    getPassword('Discovery Desk', `${kind} ${JSON.stringify([profileId, 'staging', ...parts])}`)
  const token = await read('token', organisationId, new URL(baseUrl).origin)
  return { token, libraryKey: await read('library') }
}
