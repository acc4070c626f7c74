// The whole sentences that a person reads here.
export const savedViewTexts = {
  howToSave: 'Set filters in a list, then choose Save view.',
} as const
