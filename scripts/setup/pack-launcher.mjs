/** `node pack-launcher.mjs FOLDER FILE`: a program of its own, because the archiver needs a newer Node than the setup. */
import { createPackage } from '@electron/asar'

const [folder, file] = process.argv.slice(2)
await createPackage(folder, file)
