import type { KnowledgeContent } from '../shapes'

export const ownershipKnowledge: readonly KnowledgeContent[] = []
