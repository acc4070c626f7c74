// The whole sentences that a person reads here.
export const connectTexts = {
  productionOpensReadOnly: 'Production opens read-only.',
  savedTokenIsUsed: 'Leave empty to use the token saved for this organisation.',
  tokenStored: 'Stored in this computer’s keychain and never shown again.',
  whomToAsk: 'Ask the service’s administrator for the address, the IDs and a token.',
  writeAccessUntested: 'Write access wasn’t tested.',
} as const
