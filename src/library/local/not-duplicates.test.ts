// Pairs that are no duplicates, through all that happens to a library.
import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateInsight, insightId } from '../testing/generated-insights'
import { openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'

let test: TestLibrary
afterEach(() => test.remove())

const items = [0, 1, 2].map((number) => ({ ...generateInsight(number), topicEmbeddings: [1, number / 100] }))
const dismiss = (one: number, other: number) =>
  test.library.dismissDuplicate({
    ...{ workspace, ids: [insightId(one), insightId(other)], isDismissed: true },
    dismissedAt: '2025-06-03T00:00:00.000Z',
  })
async function dismissed() {
  for (;;) {
    const { progress, pairs } = await test.library.findDuplicates({ workspace })
    if (progress < 1) continue
    return pairs
      .filter(({ isDismissed }) => isDismissed)
      .map(({ insights: [one, other] }) => [one.id, other.id])
      .toSorted()
  }
}

describe('pairs dismissed as not duplicates', () => {
  beforeEach(async () => {
    test = await openTestLibrary('file')
    await syncItems(test.library, items)
    await dismiss(1, 0)
  })

  it('survive the rebuild of a damaged library', async () => {
    await test.library.close({ environment: 'sandbox' })
    writeFileSync(`${test.file}.run`, 'checking 2')
    expect(await test.reopen()).toMatchObject({ state: 'rebuilt' })
    await syncItems(test.library, items)
    expect(await dismissed()).toEqual([[insightId(0), insightId(1)]])
  })

  it('merge with those dismissed in memory while the file could not be opened', async () => {
    await test.library.close({ environment: 'sandbox' })
    await test.library.open({ environment: 'sandbox', file: null, key: null, generation: 'memory' })
    await dismiss(0, 1)
    await dismiss(1, 2)
    await test.reopen()
    expect(await dismissed()).toEqual([
      [insightId(0), insightId(1)],
      [insightId(1), insightId(2)],
    ])
  })
})
