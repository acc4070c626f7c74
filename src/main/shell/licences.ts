// The licences of all that an installed app is made from: one text file, written when the app is packaged.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { app } from 'electron'

const fileName = 'third-party-licences.txt'

/** null: this build has no such file. */
export async function readLicences(): Promise<string | null> {
  return app.isPackaged ? readFile(path.join(process.resourcesPath, fileName), 'utf8').catch(() => null) : null
}
