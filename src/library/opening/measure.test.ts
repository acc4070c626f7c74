import { describe, expect, test } from 'vitest'
import { addConfirmed } from '../testing/moved-changes'
import { newChange, openTestLibrary, syncItems, workspace } from '../testing/opened-library'
import { variedInsights } from '../testing/varied-insights'

describe.each(['memory', 'file'] as const)('a library in %s', (kind) => {
  test('reports row counts by table and change counts by state, without any content', async () => {
    const { library, remove } = await openTestLibrary(kind)
    try {
      await syncItems(library, variedInsights(7))
      for (const number of [1, 2]) await library.addChange(newChange(number))
      const facts = await library.inspect({ environment: 'sandbox' })
      expect(facts.bytes > 0).toBe(kind === 'file')
      expect(facts.schemaVersion).toBeGreaterThan(13)
      expect(facts.rows).toMatchObject({ insights: 9, journal: 2, workspaces: 1, triage: 0 })
      expect(Object.keys(facts.rows).filter((name) => /_(data|idx|content|docsize|config)$/.test(name))).toEqual([])
      expect(facts.changes).toEqual({ needsReview: 2 })
      // Names of tables, states, and numbers.
      expect(JSON.stringify(facts)).toMatch(/^[\w{}":,]+$/)
    } finally {
      remove()
    }
  })
})

test('reports the date of the last sync, whatever the clock said at an earlier one', async () => {
  const { library, remove } = await openTestLibrary('memory')
  try {
    for (const startedAt of ['2026-12-24T10:00:00.000Z', '2026-11-24T10:00:00.000Z'])
      await syncItems(library, variedInsights(7), startedAt)
    expect((await library.measure({ environment: 'sandbox' })).syncedAt).toBe('2026-11-24T10:00:00.000Z')
  } finally {
    remove()
  }
})

test.each([
  ['sandbox', { needsReview: 1, waiting: 1 }],
  ['production', { needsReview: 2 }],
] as const)('counts the changes of %s that wait for review as needing review', async (environment, expected) => {
  const { library, remove } = await openTestLibrary('memory')
  try {
    await library.open({ environment, file: null, key: null, generation: 'first' })
    const changeTo = (number: number) => ({ ...newChange(number), workspace: { ...workspace, environment } })
    await library.addChange(changeTo(1))
    await addConfirmed(library, changeTo(2))
    expect((await library.inspect({ environment })).changes).toEqual(expected)
  } finally {
    remove()
  }
})
