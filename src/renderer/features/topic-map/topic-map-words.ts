// The whole sentences that a person reads here.
export const topicMapTexts = {
  arrowKeys: 'Use the arrow keys to move between insights and Enter to open one.',
  lasso: 'Draw around insights to select them.',
  move: 'Drag to move, scroll to zoom, Shift-drag to select.',
  clusterNames: 'Named after the most distinctive words in their titles.',
  howItIsDrawn:
    'Insights with similar embeddings are close together. Direction and exact distance have no meaning. The map is computed and kept on this computer.',
  failed: 'Something went wrong. Nothing was lost.',
  cancelled: 'Drawing was cancelled.',
  outdated: 'Many insights were added after this map was drawn. Draw it again to bring it up to date.',
  lastFailed: 'The map couldn’t be redrawn. This is the previous one.',
} as const
