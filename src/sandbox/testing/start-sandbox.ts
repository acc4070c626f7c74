// Starts the real sandbox inside a test. Separate from the entry points, so that tests depend on one small surface.
import { type RunningSandbox, type SandboxOptions, startService } from '../start'

export type { RunningSandbox, SandboxOptions }

/** Starts a workspace of its own on a free port. Close it when the test is done. */
export const startSandbox = (options: SandboxOptions = {}): Promise<RunningSandbox> => startService(options)
