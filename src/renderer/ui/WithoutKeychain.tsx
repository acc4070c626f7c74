import { useEnvironment } from '../client/workspace'

/** Why there is nothing of what was synced earlier: the key of the data on disk is in a keychain that is not there. */
export function WithoutKeychain() {
  const { library } = useEnvironment()
  if (library !== 'memory') return null
  return (
    <p>
      The keychain isn’t available. Data synced with it isn’t lost: it returns when the app starts with the keychain.
      Data synced without it was removed when the app closed.
    </p>
  )
}
