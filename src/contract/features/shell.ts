// Shell: what only the operating system can do for the page.
import { z } from 'zod'
import { command, query } from '../call'

export const AppInfo = z.object({
  version: z.string(),
  electron: z.string(),
  platform: z.enum(['darwin', 'linux', 'win32', 'other']),
  /** An older Electron than the one the app is made for: development and tests only. */
  isFallbackRuntime: z.boolean(),
  /** Trouble met while starting, in words. */
  notices: z.array(z.string()),
  /** The local library crashed too often in a row: nothing can be read or kept until it is started again. */
  isLibraryStopped: z.boolean(),
})
export type AppInfo = z.infer<typeof AppInfo>

/** In UTF-16 units. */
export const longestCopy = 100_000

/**
 * Whether `discovery-desk://` links that are pressed elsewhere are opened with this app. installed: the system was told
 * when the app was installed. unavailable: this system takes it from installed apps only.
 */
export const LinkOpening = z.object({
  state: z.enum(['installed', 'on', 'off', 'unavailable']),
  /** What is written for it, for a person to look at. */
  files: z.array(z.string()),
})
export type LinkOpening = z.infer<typeof LinkOpening>

export const shell = {
  info: query(z.strictObject({}), AppInfo),
  /** https only, no credentials, at most 2,048 characters; anything else is INVALID_INPUT. */
  openLink: command(z.strictObject({ url: z.string().max(2048) }), z.null()),
  /** Starts the local library again and opens what was open. Throws LIBRARY_UNAVAILABLE when it stops once more. */
  restartLibrary: command(z.strictObject({}), z.null()),
  linkOpening: query(z.strictObject({}), LinkOpening),
  /** Throws INVALID_INPUT, with nothing changed, where it cannot be chosen or written. */
  setLinkOpening: command(z.strictObject({ isOn: z.boolean() }), LinkOpening),
  copyText: command(z.strictObject({ text: z.string().max(longestCopy) }), z.null()),
  /** Stops a call that is still running; unknown ids are ignored. */
  cancel: command(z.strictObject({ callId: z.string().max(100) }), z.null()),
  /** A dialog is over the page, or none any more: until then nothing may lead away from it. */
  covered: command(z.strictObject({ isCovered: z.boolean() }), z.null()),
  /** Answers `shell.closing`: nothing typed is unsaved any more. */
  readyToClose: command(z.strictObject({}), z.null()),
  /** The page tells once when the person first sees rows (or the first-start screen). */
  painted: command(
    z.strictObject({ view: z.enum(['insights', 'first-start']), rows: z.number().int().min(0) }),
    z.null(),
  ),
}
