// Help: diagnostics that a person may hand on, and the licences of what the app is made from.
import { z } from 'zod'
import { command, query } from '../call'

const diagnosticsId = z.uuid()

/** Everything that is saved, as text: what the person reads is what is written, byte for byte. */
export const Diagnostics = z.object({
  id: diagnosticsId,
  files: z.array(z.object({ name: z.string(), text: z.string() })),
})
export type Diagnostics = z.infer<typeof Diagnostics>

export const help = {
  /** Collected anew each time. Main keeps the last few by id, so that the page decides nothing of what is saved. */
  diagnostics: query(z.strictObject({}), Diagnostics),
  /** Asks where to, and writes a zip. `saved` is false if the person cancels. Throws NOT_FOUND for what main forgot. */
  saveDiagnostics: command(z.strictObject({ id: diagnosticsId }), z.object({ saved: z.boolean() })),
  /** Shows the file saved last in its folder. Throws NOT_FOUND for one of an earlier run. */
  showDiagnostics: command(z.strictObject({}), z.null()),
  /** Where problems are reported: an https address or one for mail. null: this build names no such place. */
  reportTo: query(z.strictObject({}), z.string().nullable()),
  /** null: this build has no file of them. */
  licences: query(z.strictObject({}), z.object({ text: z.string().nullable() })),
}
