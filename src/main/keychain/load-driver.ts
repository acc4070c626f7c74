// keytar's native module needs a library of the system (libsecret on Linux). Where it is missing the app goes on
// without a keychain instead of not starting.
import type { Log } from '../shell/log'
import type { KeychainDriver } from './driver'

export async function loadDriver(log: Pick<Log, 'defect'>): Promise<KeychainDriver | null> {
  try {
    const { getPassword, setPassword, deletePassword } = await import('keytar')
    return { getPassword, setPassword, deletePassword }
  } catch (defect) {
    log.defect('loading the keychain', defect)
    return null
  }
}
