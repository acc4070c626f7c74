// Turns one whole answer into the new state of a workspace, inside one transaction of the caller: until it ends, others
// see the state before. Between groups of items the caller may let others run.
import { createHash } from 'node:crypto'
import { AppError } from '../../contract/errors'
import type { SyncReport, SyncResource } from '../../contract/library'
import { bulkInsert } from '../store/bulk-insert'
import type { SqlValue } from '../store/connection'
import type { SyncScope } from './change-log'
import { createJsonSplitter, NotAList } from './json-splitter'
import type { ChangedItem, ListImporter, OpenImporter, Pause } from './listed-kind'
import { createUnknownNames, readerVersion } from './reading'

export interface Answer {
  readonly resource: SyncResource
  readonly chunks: Iterable<Buffer>
  /** Row of the last change in the activity when the answer was asked for: changes confirmed after it are newer. */
  readonly settledBefore: number
}

/** Items written at once: with links and feedback some 25 ms, after which others are answered. */
const groupItems = 40
const groupBytes = 2 * 1024 * 1024

export async function applyAnswer<T extends { readonly id: string }>(
  scope: SyncScope,
  open: OpenImporter<T>,
  answer: Answer,
  pause: Pause | null,
): Promise<SyncReport> {
  try {
    const list = await open(scope, answer.settledBefore, pause)
    const importer = createItemImporter(list)
    const splitter = createJsonSplitter(importer)
    for (const chunk of answer.chunks) {
      // Pieces small enough that a group is written before many more items wait.
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        splitter.push(chunk.subarray(at, at + pieceBytes))
        importer.writeFullGroup()
        // Also after items that did not change: comparing them takes time too.
        await pause?.()
      }
    }
    splitter.end()
    importer.writeRest()
    writeQuarantine(scope, answer.resource, importer.unreadable)
    const removed = await removeVanished(list, importer, pause)
    return summarise(list, importer, removed)
  } catch (error) {
    if (!(error instanceof NotAList)) throw error
    throw new AppError('NOT_THE_SERVICE', 'The response wasn’t a complete list.')
  }
}

const pieceBytes = 128 * 1024

interface Unreadable {
  /** null: not even this can be read. */
  readonly id: string | null
  readonly reasons: readonly string[]
}

function createItemImporter<T extends { readonly id: string }>({ known, read, writer }: ListImporter<T>) {
  const group = new Map<string, ChangedItem<T>>()
  const unreadable: Unreadable[] = []
  const unknownFields = createUnknownNames()
  let bytesInGroup = 0
  let received = 0
  let duplicates = 0

  function writeRest(): void {
    if (group.size > 0) writer.write([...group.values()])
    group.clear()
    bytesInGroup = 0
  }

  return {
    unreadable,
    unknownFields,
    item(bytes: Buffer): void {
      received += 1
      const hash = `${readerVersion}:${createHash('sha256').update(bytes).digest('base64')}`
      const same = known.byHash.get(hash)
      // An item of the same id that waits to be written would come after this one and win.
      if (same !== undefined && !group.has(same.id)) {
        if (same.found === null || same.found === 'unreadable') same.found = 'unchanged'
        else duplicates += 1
        return
      }
      const result = read(bytes)
      if (result.kind === 'deleted') return
      if (result.kind === 'unreadable') {
        unreadable.push({ id: result.id, reasons: result.reasons })
        const last = result.id === null ? undefined : known.byId.get(result.id)
        if (last !== undefined && last.found === null) last.found = 'unreadable'
        return
      }
      const { item, unknownFields: fields, isWhole = true } = result
      const found = known.byId.get(item.id)?.found ?? null
      if (group.has(item.id) || (found !== null && found !== 'unreadable')) duplicates += 1
      group.set(item.id, { item, hash: isWhole ? hash : null, unknownFields: fields })
      bytesInGroup += bytes.length
    },
    member(name: string, bytes: Buffer): void {
      try {
        JSON.parse(bytes.toString('utf8'))
      } catch {
        throw new NotAList()
      }
      unknownFields.add(`Answer.${name}`)
    },
    writeFullGroup(): void {
      if (group.size >= groupItems || bytesInGroup >= groupBytes) writeRest()
    },
    writeRest,
    counts: () => ({ received, duplicates }),
  }
}

type ItemImporter = Pick<ReturnType<typeof createItemImporter>, 'unreadable' | 'unknownFields' | 'counts'>

function writeQuarantine(
  { connection, workspace }: SyncScope,
  resource: SyncResource,
  unreadable: readonly Unreadable[],
): void {
  connection.run('DELETE FROM quarantine WHERE workspace = ? AND resource = ?', [workspace, resource])
  bulkInsert(
    connection,
    'quarantine',
    ['workspace', 'resource', 'position', 'item_id'],
    unreadable.map(({ id }, position): SqlValue[] => [workspace, resource, position, id]),
  )
}

type AnyList = Pick<ListImporter<never>, 'known' | 'expectsRelationships'> & {
  readonly writer: Pick<ListImporter<never>['writer'], 'remove' | 'finish'>
}

async function removeVanished(
  { known, writer }: AnyList,
  importer: ItemImporter,
  pause: Pause | null,
): Promise<number> {
  let removed = 0
  // An item whose id cannot be read may be any of those that seem to be gone: then none is taken for deleted.
  if (importer.unreadable.every(({ id }) => id !== null)) {
    for (const { row, found, isKept } of known.byId.values()) {
      if (found !== null || isKept) continue
      writer.remove(row)
      removed += 1
      if (removed % groupItems === 0 && pause !== null) await pause()
    }
  }
  for (const _ of writer.finish()) await pause?.()
  return removed
}

function summarise(list: AnyList, { unreadable, unknownFields, counts }: ItemImporter, removed: number): SyncReport {
  const found = { added: 0, changed: 0, unchanged: 0 }
  let hasRelationships = false
  for (const item of list.known.byId.values()) {
    if (item.found === null || item.found === 'unreadable') continue
    found[item.found] += 1
    hasRelationships ||= item.hasRelationships
    if (item.unknownFields !== null) for (const name of namesIn(item.unknownFields)) unknownFields.add(name)
  }
  const { received, duplicates } = counts()
  return {
    received,
    ...found,
    removed,
    quarantined: unreadable.length,
    unreadableBecause: mostFrequent(unreadable.flatMap(({ reasons }) => reasons)),
    duplicates,
    unknownFields: [...unknownFields.list()].sort(),
    // With no item there is nothing to miss.
    hasRelationships:
      hasRelationships || !list.expectsRelationships || found.added + found.changed + found.unchanged === 0,
  }
}

const mostReasons = 5

function mostFrequent(reasons: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  return sorted.slice(0, mostReasons).map(([reason]) => reason)
}

const parsedNames = new Map<string, readonly string[]>()

/** Cached, since the same few lists come with every item. */
function namesIn(text: string): readonly string[] {
  const known = parsedNames.get(text)
  if (known !== undefined) return known
  const names: readonly string[] = JSON.parse(text)
  if (parsedNames.size < 1_000) parsedNames.set(text, names)
  return names
}
