// The real sandbox inside a test. Kept apart from the entry points so that tests depend on one small surface.
import { type RunningSandbox, type SandboxOptions, startService } from '../start'

export type { RunningSandbox, SandboxOptions }

/** Each call is a workspace of its own on a free port of its own; close it when the test is done. */
export const startSandbox = (options: SandboxOptions = {}): Promise<RunningSandbox> => startService(options)
