import type { KnowledgeContent } from '../shapes'

export const ridingKnowledge: readonly KnowledgeContent[] = []
