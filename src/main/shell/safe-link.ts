import { AppError } from '../../contract/errors'
import { whyNotOpened } from '../../contract/links'

/**
 * The link as the OS may open it: every link of the service passes here. Throws INVALID_INPUT for any but plain https
 * and those of the sandbox.
 */
export function safeLink(text: string, sandboxOrigin: string | null): string {
  const reason = whyNotOpened(text, sandboxOrigin, (address) => new URL(address))
  if (reason !== null) throw new AppError('INVALID_INPUT', `This link wasn’t opened: ${reason}.`)
  return new URL(text).href
}
