// The whole sentences that a person reads here.
export const duplicateTexts = {
  cannotMerge: 'The service can’t merge insights. Words found in only one are underlined.',
  foundByEmbeddings: 'Duplicates are found by comparing embeddings from the service.',
} as const
