// The licences of all that an installed app is made from: one text file, written when the app is packaged.
import path from 'node:path'
import { shell } from 'electron'

const fileName = 'third-party-licences.txt'

/** Opens the file in the program for texts; without one, shows it in its folder. */
export async function openLicences(): Promise<void> {
  const file = path.join(process.resourcesPath, fileName)
  const failure = await shell.openPath(file)
  if (failure !== '') shell.showItemInFolder(file)
}
