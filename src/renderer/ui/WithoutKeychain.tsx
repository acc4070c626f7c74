import { useEnvironment } from '../app/workspace'

/** Why there is nothing of what was synced earlier: the key of the data on disk is in a keychain that is not there. */
export function WithoutKeychain() {
  const { library } = useEnvironment()
  if (library !== 'memory') return null
  return (
    <p>
      The keychain cannot be used now. What was synced with it is not lost: it is there again when the app is started
      with the keychain. What was synced without it went when the app closed.
    </p>
  )
}
