// The whole sentences that a person reads here.
export const paletteTexts = {
  noResults: 'No results.',
} as const
