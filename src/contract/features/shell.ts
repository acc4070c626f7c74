// Shell: functions of the operating system and of Electron.
import { z } from 'zod'
import { command, query } from '../call'
import { longestCopy } from '../limits'

export const AppInfo = z.object({
  version: z.string(),
  electron: z.string(),
  platform: z.enum(['darwin', 'linux', 'win32', 'other']),
  /** Runs on an older Electron than the app is built for. In development and tests only. */
  isFallbackRuntime: z.boolean(),
  /** Trouble since the start, worded for people. */
  notices: z.array(z.string()),
  /** The local library crashed too often in a row: nothing can be read or saved until it is restarted. */
  isLibraryStopped: z.boolean(),
})
export type AppInfo = z.infer<typeof AppInfo>

/**
 * Whether the app is the handler of `discovery-desk://` links. installed: registered by its installation. unavailable:
 * this system registers installed apps only.
 */
export const LinkOpening = z.object({
  state: z.enum(['installed', 'on', 'off', 'unavailable']),
  /** The files that registering writes, shown to the person. */
  files: z.array(z.string()),
  /** The program of this app, quoted: opens a link that follows it. null: `npm start --` does. */
  command: z.string().nullable(),
})
export type LinkOpening = z.infer<typeof LinkOpening>

/**
 * off: no update address is set. unconfirmed: the person has not allowed the one that is set. failed: the last check or
 * download did not work; `problem` says why.
 */
export const UpdateStatus = z.object({
  state: z.enum(['off', 'unconfirmed', 'unchecked', 'current', 'available', 'downloading', 'ready', 'failed']),
  /** The newer version, where there is one. */
  version: z.string().nullable(),
  /** Worded for people. */
  problem: z.string().nullable(),
  /** ISO 8601, UTC: the last check that worked. */
  checkedAt: z.string().nullable(),
})
export type UpdateStatus = z.infer<typeof UpdateStatus>

/** A name of the IANA database: "Europe/Berlin". No offset, which the systems read in opposite ways. */
const TimeZone = z
  .string()
  .max(100)
  .regex(/^[A-Z]/)
  .refine(isTimeZone)

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const shell = {
  info: query(z.strictObject({}), AppInfo),
  /** The last check. The menu and a daily timer check for updates; no call of the page does. */
  updates: query(z.strictObject({}), UpdateStatus),
  /**
   * https only, no credentials, at most 2,048 characters. Throws INVALID_INPUT otherwise. Without a click or key of the
   * person main asks first, and throws CANCELLED when the answer is no.
   */
  openLink: command(z.strictObject({ url: z.string().max(2048) }), z.null()),
  /** Restarts the local library and reopens its databases. Throws LIBRARY_UNAVAILABLE if it stops again. */
  restartLibrary: command(z.strictObject({}), z.null()),
  linkOpening: query(z.strictObject({}), LinkOpening),
  /** Throws INVALID_INPUT, with nothing changed, if the system does not allow the choice or a file cannot be written. */
  setLinkOpening: command(z.strictObject({ isOn: z.boolean() }), LinkOpening),
  /** `html`: the same with formatting, for targets that accept it. */
  copyText: command(
    z.strictObject({ text: z.string().max(longestCopy), html: z.string().max(longestCopy).optional() }),
    z.null(),
  ),
  /** Aborts a running call. Unknown ids are ignored. */
  cancel: command(z.strictObject({ callId: z.string().max(100) }), z.null()),
  /** Whether a dialog is open. While one is, menus and links do not navigate. */
  setModalOpen: command(z.strictObject({ isOpen: z.boolean() }), z.null()),
  /** Sent when the computer's time zone has changed: only the page learns of it. */
  setTimeZone: command(z.strictObject({ timeZone: TimeZone }), z.null()),
  /** Answers `shell.closing`: everything typed is saved. */
  readyToClose: command(z.strictObject({}), z.null()),
  /** Sent once, when the first rows (or the first-start screen) are painted. */
  painted: command(
    z.strictObject({ view: z.enum(['insights', 'first-start']), rows: z.number().int().min(0) }),
    z.null(),
  ),
}
