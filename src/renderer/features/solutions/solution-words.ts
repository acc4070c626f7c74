// The whole sentences that a person reads here.
export const solutionTexts = {
  horizonsAreFixed: 'Horizons are set in the workspace and can’t be changed here.',
  selectSome: 'Select 2 to 4 solutions to compare them.',
} as const
