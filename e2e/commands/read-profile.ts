// All files that the app left in its profile folder, byte by byte.
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

export interface ProfileFile {
  /** Relative to the profile. */
  readonly name: string
  readonly bytes: Buffer
  /** Permission bits only. */
  readonly mode: number
}

/** Skips files that vanish meanwhile, as Chromium's own come and go. */
export async function readProfile(folder: string): Promise<readonly ProfileFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name)
      try {
        const [bytes, { mode }] = await Promise.all([readFile(file), stat(file)])
        return [{ name: path.relative(folder, file), bytes, mode: mode & 0o777 }]
      } catch {
        return []
      }
    })
  return (await Promise.all(files)).flat()
}

/** Names of the files that contain the text in one of the usual encodings. */
export function filesWith(files: readonly ProfileFile[], text: string): readonly string[] {
  const forms = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]
  return files.filter(({ bytes }) => forms.some((form) => bytes.includes(form))).map(({ name }) => name)
}
