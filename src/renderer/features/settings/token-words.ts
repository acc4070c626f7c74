import type { TokenState } from '../../../contract/features/environments'
import { readTime, relativeTime } from '../../ui/relative-time'

const keptWords: Readonly<Record<TokenState['kept'], string>> = {
  none: 'No access token',
  keychain: 'Access token in the keychain',
  session: 'Access token kept until the app closes',
}

/** Where the token is, and until when it says that it is good. */
export function tokenWords({ kept, expiresAt }: TokenState, now: number): string {
  const time = expiresAt === null ? null : readTime(expiresAt)
  if (kept === 'none' || time === null) return keptWords[kept]
  return `${keptWords[kept]}, ${time <= now ? 'expired' : 'expires'} ${relativeTime(time, now)}`
}
