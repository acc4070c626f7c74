// What the desktop of Linux reads to know who opens a kind of link: an entry for the app, and a line in the list of
// defaults (both by the specifications of freedesktop.org). Texts in, texts out.
import { linkScheme } from '../../contract/views'

export const entryName = 'discovery-desk-links.desktop'
const kind = `x-scheme-handler/${linkScheme}`
const group = '[Default Applications]'

/** Within double quotes these four are escaped, and a percent sign is doubled. */
const quoted = (argument: string) => `"${argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`

/** @param command the program and its arguments; the link comes last. */
export function desktopEntry(command: readonly string[]): string {
  // The file's own escapes come on top of those of the command line.
  const exec = command.map(quoted).join(' ').replaceAll('\\', '\\\\')
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Discovery Desk',
    `Exec=${exec} %u`,
    'NoDisplay=true',
    'Terminal=false',
    `MimeType=${kind};`,
    '',
  ].join('\n')
}

const isKind = (line: string) => line.slice(0, Math.max(0, line.indexOf('='))).trim() === kind
const entriesOf = (line: string) =>
  line
    .slice(line.indexOf('=') + 1)
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && entry !== entryName)

/** The list of defaults with this app first for its links, or without it; whatever else stands there stays. */
export function changedDefaults(list: string, isOurs: boolean): string {
  const lines = list.split('\n')
  const begin = lines.findIndex((line) => line.trim() === group)
  if (begin < 0)
    return isOurs ? `${list.trim() === '' ? '' : `${list.trimEnd()}\n\n`}${group}\n${kind}=${entryName}\n` : list
  const next = lines.findIndex((line, place) => place > begin && line.trim().startsWith('['))
  const end = next < 0 ? lines.length : next
  const own = lines.slice(begin + 1, end)
  const others = own.filter(isKind).flatMap(entriesOf)
  const entries = isOurs ? [entryName, ...others] : others
  const line = entries.length === 0 ? [] : [`${kind}=${entries.join(';')}`]
  return [...lines.slice(0, begin + 1), ...line, ...own.filter((each) => !isKind(each)), ...lines.slice(end)].join('\n')
}

/** Whether this app is the first that is asked to open its links. */
export function isDefault(list: string): boolean {
  const lines = list.split('\n')
  const begin = lines.findIndex((line) => line.trim() === group)
  const line =
    begin < 0 ? undefined : lines.slice(begin + 1).find((each) => isKind(each) || each.trim().startsWith('['))
  return line !== undefined && isKind(line) && (line.split('=')[1] ?? '').split(';')[0]?.trim() === entryName
}
