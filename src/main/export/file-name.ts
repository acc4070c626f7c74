import { lowerFirst } from '../../contract/first-letter'
import type { ExportTitle } from './formats'

/** In characters of up to four bytes each: with the rest of the name they stay below the 255 bytes of file systems. */
const longestWorkspace = 50

/** Characters that file systems refuse, and those that make a name look like another. */
const unusable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}<>:"/\\|?*]+/gu

/** "Research insights 2025-06-01.csv": a suggestion, which the person may change in the dialog. */
export function exportFileName(
  { what, workspace }: Pick<ExportTitle, 'what' | 'workspace'>,
  now: Date,
  extension: string,
) {
  const characters = [...workspace.replace(unusable, ' ').replace(/\s+/g, ' ').trim()]
  // A name that begins with a dot is hidden.
  const place = characters
    .slice(0, longestWorkspace)
    .join('')
    .replace(/^[. ]+/, '')
    .trim()
  const pad = (value: number) => String(value).padStart(2, '0')
  const date = [now.getFullYear(), pad(now.getMonth() + 1), pad(now.getDate())].join('-')
  const name = place === '' ? what : `${place} ${lowerFirst(what)}`
  return `${name} ${date}.${extension}`
}
