import type { Log } from '../shell/log'

/** The part of keytar that is used. Without findCredentials, which crashes the process on a locked keyring. */
export interface KeychainDriver {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, secret: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** null when keytar cannot be loaded: its native module needs a system library (libsecret on Linux). */
export async function loadDriver(log: Pick<Log, 'defect'>): Promise<KeychainDriver | null> {
  try {
    const { getPassword, setPassword, deletePassword } = await import('keytar')
    return { getPassword, setPassword, deletePassword }
  } catch (defect) {
    log.defect('loading the keychain', defect)
    return null
  }
}
