// Scoring models and decisions about priority. The service never hears of them.
import { AppError } from '../../contract/errors'
import {
  type Decision,
  longestModelName,
  type Made,
  mostModels,
  noWeights,
  type PrioritisedKind,
  presets,
  type ScoringModel,
  type Weights,
} from '../../contract/features/priorities'
import type { Connection, SqlRow } from '../store/connection'
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext, type WorkspaceIds } from '../store/context'
import { column, rowOf } from '../store/row'
import { repairText } from '../text/repair-text'
import { workspaceRow } from './workspace-row'
import { joinTexts, replaceTyped } from './written-text'

type PriorityCalls = Pick<
  StoreApi,
  | 'listScoringModels'
  | 'saveScoringModel'
  | 'removeScoringModel'
  | 'decidePriority'
  | 'restorePriorities'
  | 'setPriorityNote'
>

const modelRow = rowOf({ id: column.text, name: column.text, weights: column.json<Partial<Weights>>() })
const decided = rowOf({
  decision: column.orElse(column.textOf<Decision>(), null),
  note: column.text,
  decidedAt: column.textOrNull,
})
const decisionRow = rowOf({ id: column.text, ...decided.fields })
const mergedDecision = rowOf({ kind: column.textOf<PrioritisedKind>(), ...decisionRow.fields })

export function createPriorities(context: StoreContext): PriorityCalls {
  return {
    listScoringModels: ({ workspace }) => context.read((connection) => readModels(connection, workspace)),
    saveScoringModel: ({ workspace, model }) =>
      context.write((connection) => {
        requireRoom(readModels(connection, workspace), model)
        writeModel(connection, workspace, model)
        return null
      }),
    removeScoringModel: ({ workspace, id }) =>
      context.write((connection) => {
        const sql = 'DELETE FROM scoring_models WHERE workspace = ? AND id = ?'
        connection.run(sql, [findWorkspace(connection, workspace), id])
        return null
      }),
    decidePriority: ({ workspace, kind, ids, decision, decidedAt }) =>
      context.write((connection) => {
        const row = ensureWorkspace(connection, workspace)
        const made = { decision, decidedAt: decision === null ? null : decidedAt }
        const before = grouped(readDecisions(connection, row, kind), [...new Set(ids)])
        writeDecision(connection, { row, kind, ids }, made)
        removeEmpty(connection, row)
        return { undo: { made, before } }
      }),
    restorePriorities: ({ workspace, kind, made, before }) =>
      context.write((connection) => {
        const row = ensureWorkspace(connection, workspace)
        const known = readDecisions(connection, row, kind)
        let restored = 0
        for (const { ids, ...was } of before) {
          const unchanged = ids.filter((id) => isSameDecision(known.get(repairText(id)) ?? undecided, made))
          writeDecision(connection, { row, kind, ids: unchanged }, was)
          restored += unchanged.length
        }
        removeEmpty(connection, row)
        return { restored }
      }),
    setPriorityNote: ({ workspace, kind, id, note: typed, began, sent }) =>
      context.write((connection) => {
        const row = ensureWorkspace(connection, workspace)
        const stored = readDecision(connection, row, kind, repairText(id))?.note ?? ''
        const note = replaceTyped(stored, typed, { began, sent })
        connection.run(
          `INSERT INTO decisions (workspace, kind, id, note) VALUES (?, ?, ?, ?)
           ON CONFLICT (workspace, kind, id) DO UPDATE SET note = excluded.note`,
          [row, kind, repairText(id), note],
        )
        removeEmpty(connection, row)
        return note
      }),
  }
}

const undecided: Made = { decision: null, decidedAt: null }

const isSameDecision = (one: Made, other: Made) => one.decision === other.decision && one.decidedAt === other.decidedAt

/** Groups the records by their decision and its time. */
function grouped(known: ReadonlyMap<string, Made>, ids: readonly string[]): (Made & { ids: string[] })[] {
  const groups = new Map<string, Made & { ids: string[] }>()
  for (const id of ids) {
    const { decision, decidedAt } = known.get(repairText(id)) ?? undecided
    const key = JSON.stringify([decision, decidedAt])
    const group = groups.get(key) ?? { decision, decidedAt, ids: [] }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

interface DecidedPlace {
  readonly row: number
  readonly kind: PrioritisedKind
  readonly ids: readonly string[]
}

function writeDecision(connection: Connection, { row, kind, ids }: DecidedPlace, { decision, decidedAt }: Made): void {
  connection.run(
    `INSERT INTO decisions (workspace, kind, id, decision, decided_at) SELECT ?, ?, value, ?, ? FROM json_each(?)
     WHERE true ON CONFLICT (workspace, kind, id) DO UPDATE
     SET decision = excluded.decision, decided_at = excluded.decided_at`,
    [row, kind, decision, decidedAt, JSON.stringify(ids.map(repairText))],
  )
}

/** Reads decisions about records of one kind, by id. */
export function readDecisions(connection: Connection, workspace: number | null, kind: PrioritisedKind) {
  const sql = 'SELECT id, decision, note, decided_at FROM decisions WHERE workspace = ? AND kind = ?'
  const rows = connection.all(sql, [workspace, kind], decisionRow)
  return new Map(rows.map(({ id, ...each }) => [id, each]))
}

function readDecision(connection: Connection, workspace: number, kind: string, id: string) {
  const sql = 'SELECT decision, note, decided_at FROM decisions WHERE workspace = ? AND kind = ? AND id = ?'
  return connection.get(sql, [workspace, kind, id], decided)
}

function readModels(connection: Connection, workspace: WorkspaceIds): readonly ScoringModel[] {
  const sql = 'SELECT id, name, weights FROM scoring_models WHERE workspace = ? ORDER BY row'
  return connection
    .all(sql, [findWorkspace(connection, workspace)], modelRow)
    .map((model) => ({ ...model, weights: { ...noWeights, ...model.weights } }))
}

const folded = (name: string) => repairText(name).trim().normalize('NFC').toLowerCase()

/** Throws INVALID_INPUT. */
function requireRoom(all: readonly ScoringModel[], { id, name }: ScoringModel): void {
  const refuse = (message: string) => new AppError('INVALID_INPUT', message, { fields: [{ path: ['name'], message }] })
  if (presets.some((preset) => preset.id === id)) throw refuse('A preset can’t be changed. Save a copy.')
  const others = all.filter((model) => model.id !== id)
  if ([...presets, ...others].some((model) => folded(model.name) === folded(name))) {
    throw refuse('A scoring model with this name already exists.')
  }
  if (others.length >= mostModels) throw refuse(`You can save up to ${mostModels} models. Delete one to save another.`)
}

function writeModel(connection: Connection, workspace: WorkspaceIds, { id, name, weights }: ScoringModel): void {
  connection.run(
    `INSERT INTO scoring_models (workspace, id, name, weights) VALUES (?, ?, ?, ?)
     ON CONFLICT (workspace, id) DO UPDATE SET name = excluded.name, weights = excluded.weights`,
    [ensureWorkspace(connection, workspace), id, repairText(name).trim(), JSON.stringify(weights)],
  )
}

function removeEmpty(connection: Connection, workspace: number): void {
  connection.run("DELETE FROM decisions WHERE workspace = ? AND decision IS NULL AND note = ''", [workspace])
}

/** Writes a model of a library in memory over that in the file. A name that another model of the file has gets a number. */
export function mergeScoringModel(connection: Connection, stored: SqlRow): void {
  const workspace = workspaceRow.read(stored)
  const { weights, ...model } = modelRow.read(stored)
  const others = readModels(connection, workspace).filter(({ id }) => id !== model.id)
  const taken = new Set(others.map(({ name }) => folded(name)))
  let name = model.name
  for (let number = 2; taken.has(folded(name)); number += 1) {
    const ending = ` (${number})`
    name = model.name.slice(0, longestModelName - ending.length) + ending
  }
  writeModel(connection, workspace, { ...model, name, weights: { ...noWeights, ...weights } })
}

/** Writes a decision of a library in memory over that in the file, which is older, with the notes of both. */
export function mergeDecision(connection: Connection, stored: SqlRow): void {
  const { kind, id, decision, note, decidedAt } = mergedDecision.read(stored)
  const row = ensureWorkspace(connection, workspaceRow.read(stored))
  const known = readDecision(connection, row, kind, id)
  const newer = decision === null ? known : { decision, decidedAt }
  connection.run(
    `INSERT INTO decisions (workspace, kind, id, decision, decided_at, note) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, kind, id) DO UPDATE SET decision = excluded.decision, decided_at = excluded.decided_at,
       note = excluded.note`,
    [row, kind, id, newer?.decision ?? null, newer?.decidedAt ?? null, joinTexts(known?.note ?? '', note)],
  )
}
