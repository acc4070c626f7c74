// Keeps the ledger of what a person was told through all lives of the program, and compares it with what the journal
// still has and what the service has received.
import type { JournalledChange, Said, Try } from './crash-messages'

/** What the ledger is compared with. */
export interface CrashService {
  readonly creations: ReadonlyMap<string, number>
  readonly requests: readonly string[]
  links(metricId: string): readonly string[]
  /** How often it was done, whether it changed anything or not. */
  linkings(metricId: string, action: 'add' | 'remove', outcomeId: string): number
  insightIds(): readonly string[]
  insights(): readonly { readonly title: string }[]
  knowledgeIds(): readonly string[]
}

export interface CrashLedger {
  hear(said: Said): void
  /** What is broken by now, in words; empty = every promise is kept. */
  readonly broken: readonly string[]
  readonly opened: () => number
  readonly journals: () => number
  /** Changes in the journal when it was told last. */
  readonly waiting: () => number
  readonly kept: () => number
  readonly acknowledged: () => number
  readonly attempted: () => number
  /** Of which the person was told that they were not kept. */
  readonly leftOut: () => number
  /** For the end, when nothing waits any more. */
  compare(metrics: readonly string[]): void
}

/** Of the insight that a change creates. */
export const titleOf = (number: number) => `Change ${number}`

export function createCrashLedger(service: CrashService): CrashLedger {
  const broken: string[] = []
  const tries = new Map<number, Try>()
  const kept = new Map<number, JournalledChange>()
  const told = new Map<number, { readonly target: string } | { readonly code: string }>()
  /** Promised when the journal was asked for. */
  let due: readonly [number, string][] = []
  let opened = 0
  let journals = 0
  let waiting = 0

  const acknowledged = () =>
    [...told].flatMap(([number, how]) => ('target' in how ? [[number, how.target] as const] : []))

  /** A deletion does not wait: one that was only kept is given up when the app ends before it was sent. */
  const promised = () => [
    ...acknowledged(),
    ...[...kept].flatMap(([number, { target }]) =>
      tries.get(number)?.kind !== 'delete' && !isRefused(number) ? [[number, target] as const] : [],
    ),
  ]

  function isRefused(number: number): boolean {
    const how = told.get(number)
    return how !== undefined && 'code' in how
  }

  /** Of changes that are not in the journal any more: those that the service does not have either. */
  function lost(gone: readonly (readonly [number, string])[]): readonly number[] {
    const linkings = new Map<string, number>()
    return [...new Map(gone)].flatMap(([number, target]) => {
      const made = tries.get(number)
      if (made?.kind === 'delete') return service.knowledgeIds().includes(target) ? [number] : []
      if (made?.kind !== 'link') return service.creations.has(target) ? [] : [number]
      // Several may have asked for the same: as many must have been done.
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
      // Of a change that was kept without a word, as the library went down meanwhile, only the target is known.
      const changeId = kept.get(number)?.changeId
      return changeId === undefined ? !targets.has(target) : !changeIds.has(changeId)
    })
    for (const number of lost(gone)) {
      broken.push(`change ${number} (${tries.get(number)?.kind}) was promised and is gone`)
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
      broken.push(`change ${number} was said not to be kept, and was sent`)
    }
  }

  /** What may be linked at the end: what was kept is in; what came after it and was not may be in or out. */
  function compareLinks(metric: string): void {
    const ends = new Map<string, Set<boolean>>()
    for (const [number, made] of [...tries].sort(([a], [b]) => a - b)) {
      if (made.kind !== 'link' || made.metric !== metric) continue
      const before = kept.has(number) && !isRefused(number) ? [] : (ends.get(made.outcome) ?? [false])
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
    kept: () => kept.size,
    acknowledged: () => acknowledged().length,
    attempted: () => tries.size,
    leftOut: () => [...told.values()].filter((how) => 'code' in how && how.code === 'LIBRARY_UNAVAILABLE').length,
    hear(said) {
      switch (said.word) {
        case 'try':
          tries.set(said.number, said)
          return
        case 'kept':
          kept.set(said.number, said)
          return
        case 'acknowledged':
          told.set(said.number, { target: said.target })
          return
        case 'refused':
          told.set(said.number, { code: said.code })
          return
        case 'opened':
          if (opened > 0 && said.state !== 'opened') broken.push(`the database was ${said.state} (${said.reason})`)
          opened += 1
          return
        case 'asking':
          due = promised().map(([number, target]) => [number, target])
          return
        case 'journal':
          journals += 1
          waiting = said.entries.length
          compareJournal(said.entries)
          return
        case 'defect':
          if (!/LIBRARY_UNAVAILABLE|stopped for a moment|not under way/.test(said.what)) {
            broken.push(`a defect: ${said.where}: ${said.what}`)
          }
      }
    },
    compare(metrics) {
      checkRepetitions()
      for (const number of lost(promised())) broken.push(`change ${number} was promised and never made`)
      for (const metric of metrics) compareLinks(metric)
    },
  }
}
