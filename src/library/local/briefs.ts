// The person's texts in evidence briefs. The service never hears of them.
import { createHash } from 'node:crypto'
import type { BriefEdit, BriefFigures, BriefSubject, KeptBrief } from '../../contract/features/briefs'
import type { Connection, SqlRow } from '../store/connection'
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext, type WorkspaceIds } from '../store/context'
import { column, rowOf } from '../store/row'
import { workspaceRow } from './workspace-row'
import { type Before, joinTexts, replaceText } from './written-text'

const keptRow = rowOf({ edit: column.json<BriefEdit>(), figures: column.json<BriefFigures>(), keptAt: column.text })
const mergedRow = rowOf({ kind: column.text, id: column.text, ...keptRow.fields })

export function createKeptBriefs(context: StoreContext): Pick<StoreApi, 'keptBrief' | 'keepBrief'> {
  return {
    keptBrief: ({ workspace, subject }) => context.read((connection) => readKept(connection, workspace, subject)),
    keepBrief: ({ workspace, subject, edit: typed, began, sent, figures, keptAt }) =>
      context.write((connection) => {
        const record = recordOf(subject)
        const stored = read(connection, workspace, record)?.edit
        const edit = began === undefined || stored === undefined ? typed : replaceEdit(stored, typed, { began, sent })
        write(connection, workspace, record, { edit, figures, keptAt })
        return edit
      }),
  }
}

interface RecordRef {
  readonly kind: string
  readonly id: string
}

/** The same records are the same selection, in whatever order they were selected. */
function recordOf(subject: BriefSubject): RecordRef {
  if (subject.kind !== 'selection') return subject
  const { ids, of = 'insight' } = subject
  const selected = JSON.stringify([of, ...[...new Set(ids)].sort()])
  return { kind: 'selection', id: createHash('sha256').update(selected).digest('hex') }
}

export const readKept = (connection: Connection, workspace: WorkspaceIds, subject: BriefSubject) =>
  read(connection, workspace, recordOf(subject))

function read(connection: Connection, workspace: WorkspaceIds, { kind, id }: RecordRef): KeptBrief | null {
  const sql = 'SELECT edit, figures, kept_at FROM briefs WHERE workspace = ? AND kind = ? AND id = ?'
  return connection.get(sql, [findWorkspace(connection, workspace), kind, id], keptRow) ?? null
}

function write(connection: Connection, workspace: WorkspaceIds, { kind, id }: RecordRef, kept: KeptBrief): void {
  const { edit, figures, keptAt } = kept
  connection.run(
    `INSERT INTO briefs (workspace, kind, id, edit, figures, kept_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, kind, id) DO UPDATE SET edit = excluded.edit, figures = excluded.figures,
       kept_at = excluded.kept_at`,
    [ensureWorkspace(connection, workspace), kind, id, JSON.stringify(edit), JSON.stringify(figures), keptAt],
  )
}

/**
 * Writes a row of a library in memory over that in the file. It is newer, but its author may not have seen the other:
 * both texts are kept, and parts left alone stay.
 */
export function mergeBrief(connection: Connection, stored: SqlRow): void {
  const workspace = workspaceRow.read(stored)
  const { kind, id, ...kept } = mergedRow.read(stored)
  const before = read(connection, workspace, { kind, id })?.edit
  const { claim, reason, quotes } = kept.edit
  const edit: BriefEdit = {
    claim: joined(before?.claim ?? null, claim),
    reason: joined(before?.reason ?? null, reason),
    quotes: quotes ?? before?.quotes ?? null,
  }
  write(connection, workspace, { kind, id }, { ...kept, edit })
}

function joined(before: string | null, added: string | null): string | null {
  return before === null || added === null ? (added ?? before) : joinTexts(before, added)
}

/** Replaces each part by itself: a part that was left alone stays as it is stored. */
function replaceEdit(stored: BriefEdit, typed: BriefEdit, { began, sent = [] }: Before<BriefEdit>): BriefEdit {
  const known = [began, ...sent]
  const wereSeen = known.some(({ quotes }) => isSame(stored.quotes, quotes))
  const wereChosen = typed.quotes !== null && known.some(({ quotes }) => !isSame(typed.quotes, quotes))
  const text = (part: 'claim' | 'reason') =>
    replacePart(
      stored[part],
      typed[part],
      known.map((each) => each[part]),
    )
  return {
    claim: text('claim'),
    reason: text('reason'),
    quotes: wereSeen || wereChosen ? typed.quotes : stored.quotes,
  }
}

const isSame = (one: BriefEdit['quotes'], other: BriefEdit['quotes']) => JSON.stringify(one) === JSON.stringify(other)

function replacePart(stored: string | null, typed: string | null, known: readonly (string | null)[]): string | null {
  if (stored === null || known.includes(stored)) return typed
  if (typed === null || known.every((each) => each === typed)) return stored
  const [began = '', ...sent] = known.map((each) => each ?? '')
  return replaceText(stored, typed, { began, sent })
}
