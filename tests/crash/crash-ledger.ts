// Compares everything the person was told in all runs of the program with the journal and the service.
import type { Attempt, JournalEntry, JournalledChange, Message } from './crash-messages'

/** The service that the ledger is compared with. */
export interface CrashService {
  readonly creations: ReadonlyMap<string, number>
  readonly requests: readonly string[]
  links(metricId: string): readonly string[]
  /** Number of times it was done, whether or not it changed anything. */
  linkings(metricId: string, action: 'add' | 'remove', outcomeId: string): number
  insightIds(): readonly string[]
  insights(): readonly { readonly title: string }[]
  knowledgeIds(): readonly string[]
}

export interface CrashLedger {
  record(message: Message): void
  /** Promises broken so far, in words. */
  readonly broken: readonly string[]
  readonly opened: () => number
  readonly journals: () => number
  /** Changes in the last journal that go out by themselves. */
  readonly waiting: () => number
  readonly journalled: () => number
  readonly acknowledged: () => number
  readonly attempted: () => number
  /** Number of changes that the person was told were not journalled. */
  readonly notKept: () => number
  /** Compares at the end, when the queue is empty. */
  compare(metrics: readonly string[]): void
}

/** Title of the insight that a change creates. */
export const titleOf = (number: number) => `Change ${number}`

/** Counts changes except those that wait for review, and later ones of the same target, which wait behind them. */
function countUnblocked(entries: readonly JournalEntry[]): number {
  const inReview = new Set(entries.flatMap(({ needsReview, target }) => (needsReview ? [target] : [])))
  return entries.filter(({ target }) => !inReview.has(target)).length
}

export function createCrashLedger(service: CrashService): CrashLedger {
  const broken: string[] = []
  const attempts = new Map<number, Attempt>()
  const journalled = new Map<number, JournalledChange>()
  const told = new Map<number, { readonly target: string } | { readonly code: string }>()
  /** The changes that were promised when the journal was asked for. */
  let due: readonly [number, string][] = []
  let opened = 0
  let journals = 0
  let waiting = 0
  /** The changes in the last journal. */
  let left: readonly JournalledChange[] = []

  const acknowledged = () =>
    [...told].flatMap(([number, how]) => ('target' in how ? [[number, how.target] as const] : []))

  /** Excludes deletions that were only journalled: they are not queued, and dropped if the app ends before sending. */
  const promised = () => [
    ...acknowledged(),
    ...[...journalled].flatMap(([number, { target }]) =>
      attempts.get(number)?.kind !== 'delete' && !isRefused(number) ? [[number, target] as const] : [],
    ),
  ]

  /** If the library went down while journalling a change, only its target is known. */
  function isLeft(number: number): boolean {
    const changeId = journalled.get(number)?.changeId
    const how = told.get(number)
    const target = how !== undefined && 'target' in how ? how.target : undefined
    return left.some((entry) => (changeId === undefined ? entry.target === target : entry.changeId === changeId))
  }

  function isRefused(number: number): boolean {
    const how = told.get(number)
    return how !== undefined && 'code' in how
  }

  /** Those changes, already gone from the journal, that are not at the service either. */
  function lost(gone: readonly (readonly [number, string])[]): readonly number[] {
    const linkings = new Map<string, number>()
    return [...new Map(gone)].flatMap(([number, target]) => {
      const made = attempts.get(number)
      if (made?.kind === 'delete') return service.knowledgeIds().includes(target) ? [number] : []
      if (made?.kind !== 'link') return service.creations.has(target) ? [] : [number]
      // Several changes may ask for the same link, which must have been made as often.
      const { metric, action, outcome } = made
      const asked = (linkings.get(`${metric} ${action} ${outcome}`) ?? 0) + 1
      linkings.set(`${metric} ${action} ${outcome}`, asked)
      return service.linkings(metric, action, outcome) < asked ? [number] : []
    })
  }

  function compareJournal(entries: readonly JournalledChange[]): void {
    const changeIds = new Set(entries.map(({ changeId }) => changeId))
    const targets = new Set(entries.map(({ target }) => target))
    const gone = due.filter(([number, target]) => {
      // If the library went down while journalling a change, only its target is known.
      const changeId = journalled.get(number)?.changeId
      return changeId === undefined ? !targets.has(target) : !changeIds.has(changeId)
    })
    for (const number of lost(gone)) {
      broken.push(`change ${number} (${attempts.get(number)?.kind}) was promised and is gone`)
    }
    checkRepetitions()
  }

  function checkRepetitions(): void {
    for (const [id, times] of service.creations) if (times > 1) broken.push(`insight ${id} was created ${times} times`)
    const deletions = service.requests.filter((line) => line.startsWith('DELETE '))
    if (new Set(deletions).size < deletions.length) broken.push('a deletion was sent twice')
    const titles = new Set(service.insights().map(({ title }) => title))
    for (const [number, how] of told) {
      if (!('code' in how) || how.code !== 'LIBRARY_UNAVAILABLE' || !titles.has(titleOf(number))) continue
      broken.push(`change ${number} was reported as not kept, and was sent`)
    }
  }

  /** The last journalled change of a link decides. Later ones that were not journalled may or may not have had an effect. */
  function compareLinks(metric: string): void {
    const ends = new Map<string, Set<boolean>>()
    for (const [number, made] of [...attempts].sort(([a], [b]) => a - b)) {
      if (made.kind !== 'link' || made.metric !== metric) continue
      const isCertain = journalled.has(number) && !isRefused(number) && !isLeft(number)
      const before = isCertain ? [] : (ends.get(made.outcome) ?? [false])
      ends.set(made.outcome, new Set([...before, made.action === 'add']))
    }
    const linked = service.links(metric)
    for (const [outcome, allowed] of ends) {
      const isLinked = linked.includes(outcome)
      if (!allowed.has(isLinked)) broken.push(`${metric} is ${isLinked ? '' : 'not '}linked to ${outcome}`)
    }
  }

  return {
    broken,
    opened: () => opened,
    journals: () => journals,
    waiting: () => waiting,
    journalled: () => journalled.size,
    acknowledged: () => acknowledged().length,
    attempted: () => attempts.size,
    notKept: () => [...told.values()].filter((how) => 'code' in how && how.code === 'LIBRARY_UNAVAILABLE').length,
    record(message) {
      switch (message.type) {
        case 'attempt':
          attempts.set(message.number, message)
          return
        case 'journalled':
          journalled.set(message.number, message)
          return
        case 'acknowledged':
          told.set(message.number, { target: message.target })
          return
        case 'refused':
          told.set(message.number, { code: message.code })
          return
        case 'opened':
          if (opened > 0 && message.state !== 'opened')
            broken.push(`the database was ${message.state} (${message.reason})`)
          opened += 1
          return
        case 'asking':
          due = promised().map(([number, target]) => [number, target])
          return
        case 'journal':
          journals += 1
          left = message.entries
          waiting = countUnblocked(message.entries)
          compareJournal(message.entries)
          return
        case 'defect':
          if (!/LIBRARY_UNAVAILABLE|stopped for a moment|not under way/.test(message.what)) {
            broken.push(`a defect: ${message.where}: ${message.what}`)
          }
      }
    },
    compare(metrics) {
      checkRepetitions()
      for (const number of lost(promised().filter(([number]) => !isLeft(number))))
        broken.push(`change ${number} (${attempts.get(number)?.kind}) was promised and never made`)
      for (const metric of metrics) compareLinks(metric)
    },
  }
}
