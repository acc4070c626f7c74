// The whole sentences that a person reads here.
export const knowledgeTexts = {
  notFound: 'It was deleted or belongs to another workspace. Items you deleted on this computer are in Activity.',
  outsideLink: 'This link points outside the service.',
  noLinks: 'No links.',
  noDocuments: 'Documents added to the workspace appear here.',
} as const
