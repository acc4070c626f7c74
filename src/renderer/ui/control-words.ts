// The whole sentences that a person reads here.
export const controlTexts = {
  idNotCopied: 'Couldn’t copy the ID.',
  examples: 'Choose one to try it.',
  singleKeysOff: 'Single-key shortcuts are off in Settings.',
  resize: 'Drag to resize. Double-click to reset.',
  searchExamples: 'Try battery or range, "exact words", and -word to leave a word out.',
} as const
