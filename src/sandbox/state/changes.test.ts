// Effects of the changes on a snapshot that no operation of the service would show.
import { describe, expect, test } from 'vitest'
import { seededWorkspace } from '../seed/workspace'
import { story } from '../story'
import { afterChange, type Change, initialSnapshot } from './changes'

const at = '2026-03-01T10:00:00.000Z'
const start = initialSnapshot(seededWorkspace(story, '2026-03-01'))
const [metricId = '', linked = new Set<string>()] = [...start.metricOutcomes].find(([, ids]) => ids.size > 1) ?? []
const [first = '', second = ''] = linked

function changedBy(...changes: readonly Change[]) {
  return changes.reduce(afterChange, start)
}

const metric = (action: 'add' | 'remove', ...outcomeIds: string[]): Change => ({
  ...{ kind: 'metric-changed', at, metricId, action },
  outcomeIds,
})

describe('links of a metric', () => {
  test('are a set: adding a link twice or removing a missing one changes nothing', () => {
    expect(changedBy(metric('remove', first), metric('remove', first)).metricOutcomes.get(metricId)?.has(first)).toBe(
      false,
    )
    const again = changedBy(metric('add', first), metric('add', first.toUpperCase())).metricOutcomes.get(metricId)
    expect(again).toEqual(linked)
  })

  test('stay as they are when another one is removed', () => {
    expect(changedBy(metric('remove', first)).metricOutcomes.get(metricId)).toEqual(
      new Set([...linked].filter((id) => id !== first)),
    )
  })

  test('are removed from every metric when their outcome is deleted', () => {
    const { metricOutcomes } = changedBy({ kind: 'outcome-deleted', at, outcomeId: second.toUpperCase() })
    expect([...metricOutcomes.values()].some((ids) => ids.has(second))).toBe(false)
    expect(metricOutcomes.get(metricId)?.has(first)).toBe(true)
  })
})

describe('snapshots', () => {
  test('record each time that an opportunity is marked as seen', () => {
    const opportunityId = '3f2b1c4d-5e6f-4abc-8def-001122334455'
    const later = '2026-03-02T10:00:00.000Z'
    const { seenOpportunities } = changedBy(
      { kind: 'opportunity-seen', at, opportunityId },
      { kind: 'opportunity-seen', at: later, opportunityId: opportunityId.toUpperCase() },
    )
    expect([...seenOpportunities]).toEqual([
      [
        opportunityId,
        [
          { at, sequence: 1 },
          { at: later, sequence: 2 },
        ],
      ],
    ])
  })

  test('count changes and never alter the previous snapshot', () => {
    const before = structuredClone(start)
    expect(changedBy(metric('remove', first), { kind: 'outcome-deleted', at, outcomeId: second }).version).toBe(2)
    expect(start).toEqual(before)
  })
})
