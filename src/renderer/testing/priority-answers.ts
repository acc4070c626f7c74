// Answers of main about priorities, made of records one by one.
import {
  type DecidedRecord,
  type Part,
  type PrioritisedKind,
  type PriorityRows,
  type PriorityTitles,
  parts,
  type SinceDecided,
} from '../../contract/features/priorities'

export interface PriorityRecord extends DecidedRecord {
  readonly since: Omit<SinceDecided, 'id' | 'decidedAt'> | null
  readonly title: string
  readonly hideContent: boolean
  readonly status: string | null
  readonly parts: Readonly<Record<Part, number | null>>
}

const unknown = Object.fromEntries(parts.map((part) => [part, null])) as Record<Part, number | null>

export function priorityRecord(
  id: string,
  known: Partial<Record<Part, number>> = {},
  changes: Partial<PriorityRecord> = {},
): PriorityRecord {
  return {
    ...{ id, title: `Title ${id}`, hideContent: false, status: 'New', decision: null, note: '' },
    ...{ decidedAt: null, since: null },
    parts: { ...unknown, insights: 1, feedback: 0, recent: 0, ...known },
    ...changes,
  }
}

interface AskedTitles {
  readonly kind: PrioritisedKind
  readonly ids?: readonly string[]
}

/** @param records read anew for each question */
export function priorityAnswers(records: (kind: PrioritisedKind) => readonly PriorityRecord[]) {
  const idsOf = (all: readonly PriorityRecord[]) => all.map(({ id }) => id).join('\n')
  return {
    'priorities.rows': ({ kind }: { readonly kind: PrioritisedKind }): PriorityRows => {
      const all = records(kind)
      const statuses = [...new Set(all.flatMap(({ status }) => status ?? []))].sort()
      return {
        ids: idsOf(all),
        statuses,
        status: Uint16Array.from(all, ({ status }) => (status === null ? 0 : statuses.indexOf(status) + 1)),
        parts: Object.fromEntries(
          parts.map((part) => [part, Float64Array.from(all, (each) => each.parts[part] ?? Number.NaN)]),
        ) as PriorityRows['parts'],
      }
    },
    'priorities.titles': ({ kind, ids }: AskedTitles): PriorityTitles => {
      const all = records(kind).filter(({ id }) => ids?.includes(id) !== false)
      return {
        ids: idsOf(all),
        titles: all.map(({ title }) => title).join('\n'),
        hidden: Uint8Array.from(all, ({ hideContent }) => (hideContent ? 1 : 0)),
      }
    },
    'priorities.decisions': ({ kind }: { readonly kind: PrioritisedKind }): DecidedRecord[] =>
      records(kind)
        .filter(({ decision, note }) => decision !== null || note !== '')
        .map(({ id, decision, decidedAt, note }) => ({ id, decision, decidedAt, note })),
    'priorities.since': ({ kind }: { readonly kind: PrioritisedKind }): SinceDecided[] =>
      records(kind).flatMap(({ id, decidedAt, since }) =>
        since === null || decidedAt === null ? [] : [{ id, decidedAt, ...since }],
      ),
  }
}
