// The part of keytar that is used. findCredentials is left out on purpose: on a locked keyring it ends the process.
export interface KeychainDriver {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, secret: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}
