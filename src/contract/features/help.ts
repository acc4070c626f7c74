// Help: diagnostics that a person may hand on, and the licences of what the app is made from.
import { z } from 'zod'
import { command, query } from '../call'

const diagnosticsId = z.uuid()

/** All saved files as text: the person reads exactly the bytes that are written. */
export const Diagnostics = z.object({
  id: diagnosticsId,
  files: z.array(z.object({ name: z.string(), text: z.string() })),
})
export type Diagnostics = z.infer<typeof Diagnostics>

export const help = {
  /** Collected anew each time. Main keeps the last few by id, so the page can't alter what is saved. */
  diagnostics: query(z.strictObject({}), Diagnostics),
  /** Asks where to save, and writes a zip. `saved` is false if the person cancels. Throws NOT_FOUND for ids main forgot. */
  saveDiagnostics: command(z.strictObject({ id: diagnosticsId }), z.object({ saved: z.boolean() })),
  /** Shows the last saved file in its folder. Throws NOT_FOUND for one of an earlier run. */
  showDiagnostics: command(z.strictObject({}), z.null()),
  /** Where to report problems: an https or mail address. null: this build has none. */
  reportTo: query(z.strictObject({}), z.string().nullable()),
  /** null: this build has no file of licences. */
  licences: query(z.strictObject({}), z.object({ text: z.string().nullable() })),
}
