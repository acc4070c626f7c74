// Records as the service lists them, from the few fields that a test names. The library validates every item, so the
// other required fields are filled in.
import type { SyncResource } from '../../contract/library'

/** Ids are UUIDs: the library quarantines a record with any other. */
export interface ListedRecord {
  readonly id: string
  readonly title?: string
  readonly description?: string
  /** By default another time than that at which the app made the change. */
  readonly createdAt?: string
  readonly seen?: boolean
  /** The list has it in an invalid form, of which only the id can be read. */
  readonly isUnreadable?: boolean
  readonly outcomes?: readonly Related[]
  readonly opportunities?: readonly Related[]
}

interface Related {
  readonly id: string
  readonly title?: string
}

const dates = { createdAt: '2024-12-01T00:00:00.000Z', updatedAt: '2024-12-01T00:00:00.000Z' }
const text = (title = 'Untitled', description = 'It breaks.') => ({ title, description, hideContent: false, ...dates })

export function listed(resource: SyncResource, record: ListedRecord): unknown {
  const { id, title, description, isUnreadable } = record
  if (isUnreadable) return { id, type: 0 }
  if (resource === 'knowledge') return { id, title, txtFileUrl: '/files/text.txt' }
  return {
    id,
    ...text(title, description),
    createdAt: record.createdAt ?? dates.createdAt,
    type: 'Bug',
    seen: record.seen ?? false,
    opportunities: (record.opportunities ?? []).map((opportunity) => ({
      ...{ id: opportunity.id, ...text(opportunity.title), read: false, status: 'New' },
      ...{ solutionsGeneratingState: 'initial', createdBy: 'user' },
    })),
    solutions: [],
    outcomes: (record.outcomes ?? []).map((outcome) => ({ id: outcome.id, ...text(outcome.title), priority: 1 })),
    feedback: [],
    strength: 0,
  }
}
