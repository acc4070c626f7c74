// The whole sentences that a person reads here.
export const paletteTexts = {
  noResults: 'No results.',
  openOpportunity: 'Open an opportunity to mark its insights as seen.',
  openMetric: 'Select or add a metric to link goals to it.',
} as const
