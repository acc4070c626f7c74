// Sandbox: what only the built-in local service can do.
import { z } from 'zod'
import { command } from '../call'

export const sandbox = {
  /**
   * Lets a week pass: insights come in, scores move, some insights are gone. Starts the sandbox if needed, and syncs its
   * workspace where it is open. Throws TIMEOUT, SERVICE_FAILED, CANCELLED.
   */
  passWeek: command(z.strictObject({}), z.null()),
}
