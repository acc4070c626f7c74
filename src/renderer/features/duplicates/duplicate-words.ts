// The whole sentences that a person reads here.
export const duplicateTexts = {
  cannotMerge: 'The service can’t merge insights. Shaded rows differ; underlined words are in only one.',
  keysOfFirst: 'E, N and L apply to the first insight.',
  keysOfSecond: 'E, N and L apply to the second insight.',
  comparingAgain: 'Comparing again…',
  foundByEmbeddings: 'Duplicates are found by comparing embeddings from the service.',
} as const
