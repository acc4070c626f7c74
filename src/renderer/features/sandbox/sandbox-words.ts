// The whole sentences that a person reads here.
export const sandboxTexts = {
  weekPassed: 'A week has passed in the sandbox.',
} as const
