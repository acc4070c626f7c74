import type { KnowledgeRow } from '../../../contract/features/knowledge'
import type { RecordKind } from '../../ui/records/record-kind'

export const knowledgeKind: RecordKind = {
  path: '/knowledge',
  heading: 'Knowledge',
  one: 'knowledge item',
  many: 'knowledge items',
}

/** For a field that the service left out. */
export const notGiven = 'none'

export const titleOf = ({ title, id }: Pick<KnowledgeRow, 'title' | 'id'>) =>
  title === null || title.trim() === '' ? `Untitled ${id.slice(0, 8)}` : title
