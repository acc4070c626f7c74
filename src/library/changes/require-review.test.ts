import { expect, test } from 'vitest'
import { addConfirmed, markChange } from '../testing/moved-changes'
import { openTestLibrary, workspace } from '../testing/opened-library'
import { serviceChange } from '../testing/service-changes'

const environment = 'sandbox'

test.each(['file', 'memory'] as const)(
  'requireReview marks only the given changes, which need review even after a later state, in a library in %s',
  async (kind) => {
    const open = await openTestLibrary(kind)
    const { library } = open
    const link = { kind: 'linkMetric', targetId: 'metric', body: { outcomeIds: ['a'] } } as const
    for (const changeId of ['waits', 'sent', 'new']) await addConfirmed(library, serviceChange(changeId, link))
    await markChange(library, { environment, changeId: 'sent', state: 'sending', error: null })
    await library.requireReview({ environment, changeIds: ['waits', 'sent', 'gone'] })
    // A sending that was under way may write its state again.
    await markChange(library, { environment, changeId: 'sent', state: 'unknown', error: null })
    const asked = async () =>
      (await library.pendingChanges({ environment })).map(({ changeId, needsReview }) => [changeId, needsReview])
    const expected = [
      ['waits', true],
      ['sent', true],
      ['new', false],
    ]
    expect(await asked()).toEqual(expected)
    const { rows } = await library.queryActivity({ environment, workspace, text: '', offset: 0, limit: 9 })
    expect(rows.filter(({ needsReview }) => needsReview).map(({ changeId }) => changeId)).toHaveLength(2)
    const toReview = { environment, workspace, text: '', offset: 0, limit: 9, isToReview: true } as const
    const found = await library.queryActivity(toReview)
    expect([found.rows.map(({ changeId }) => changeId), found.total, found.all]).toEqual([['waits'], 1, 3])
    if (kind === 'file') {
      await open.reopen()
      expect(await asked()).toEqual(expected)
    }
    open.remove()
  },
)
