import type { KnowledgeRow } from '../../../contract/features/knowledge'
import type { RecordKind } from '../../records/record-kind'

export const knowledgeKind: RecordKind = {
  path: '/knowledge',
  heading: 'Knowledge',
  one: 'knowledge item',
  many: 'knowledge items',
  searched: 'knowledge',
  detailed: 'knowledge',
}

export const titleOf = ({ title, id }: Pick<KnowledgeRow, 'title' | 'id'>) =>
  title === null || title.trim() === '' ? `Untitled ${id.slice(0, 8)}` : title
