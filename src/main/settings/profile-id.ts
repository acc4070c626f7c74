// The profile's id a second time, in a file beside the settings. Secrets are filed under it, the keys of the libraries
// too, so without it everything that was kept would be there and closed for good.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeWholeFile } from './write-file'

const fileOf = (settingsFile: string) => path.join(path.dirname(settingsFile), 'profile-id')

/** null: there is none that could be used. */
export async function readSecondId(settingsFile: string): Promise<string | null> {
  const text = await readFile(fileOf(settingsFile), 'utf8').catch(() => '')
  return z.uuid().safeParse(text.trim()).data ?? null
}

/** Where it cannot be written now, the next start tries again. */
export async function writeSecondId(settingsFile: string, profileId: string): Promise<void> {
  await writeWholeFile(fileOf(settingsFile), `${profileId}\n`).catch(() => undefined)
}
