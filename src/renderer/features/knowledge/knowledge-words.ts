import type { KnowledgeRow } from '../../../contract/features/knowledge'

export const titleOf = ({ title, id }: Pick<KnowledgeRow, 'title' | 'id'>) =>
  title === null || title.trim() === '' ? `Untitled ${id.slice(0, 8)}` : title
