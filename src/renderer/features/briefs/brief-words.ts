// The whole sentences that a person reads here.
export const briefTexts = {
  hiddenIsCounted: 'It may be sensitive. If you leave it out, it’s counted but not shown.',
  notesAreLocal: 'They’re kept only on this computer. Anyone you share the brief with can read them.',
  tooMuchToCopy: 'Too much to copy. Choose fewer quotes, or save the brief.',
} as const
