// The whole sentences that a person reads here.
export const sandboxTexts = {
  weekPassed: 'A week has passed in the sandbox.',
  goOffline: 'Take the sandbox offline',
  goOnline: 'Bring the sandbox online',
} as const
