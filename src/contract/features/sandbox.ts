// Sandbox: controls of the built-in local service.
import { z } from 'zod'
import { command } from '../call'

export const sandbox = {
  /**
   * Lets a week pass: new insights appear, scores change, some insights vanish. Starts the sandbox if needed, and syncs
   * its workspace if it is open. Throws TIMEOUT, SERVICE_FAILED, CANCELLED.
   */
  passWeek: command(z.strictObject({}), z.null()),
  /**
   * Offline, the sandbox is running and can't be reached, until it is brought online or the app is restarted. Starts the sandbox
   * if needed, and syncs its workspace if it is open. Throws TIMEOUT, SERVICE_FAILED, CANCELLED.
   */
  setOnline: command(z.strictObject({ isOnline: z.boolean() }), z.null()),
}
