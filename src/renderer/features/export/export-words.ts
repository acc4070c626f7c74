// The whole sentences that a person reads here.
export const exportTexts = {
  notesAreLocal: 'They’re only on this computer.',
  hiddenIsMasked: 'It may be sensitive. If you leave it out, it’s hidden in the file.',
} as const
