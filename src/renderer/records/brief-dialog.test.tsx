import { expect, it } from 'vitest'
import { longestId } from '../../contract/limits'
import { briefOf } from './brief-dialog'
import { insightKind, knowledgeKind } from './record-kind'

it('offers a brief of a record with an ID, which it trims', () => {
  expect(briefOf(insightKind, ' one ')).toEqual({ kind: 'insight', id: 'one' })
  expect(briefOf(insightKind, 'x'.repeat(longestId))).not.toBeNull()
})

it.each([' ', 'x'.repeat(longestId + 1)])(
  'offers no brief of a record whose ID the service cannot have: "%s"',
  (id) => {
    expect(briefOf(insightKind, id)).toBeNull()
  },
)

it('offers no brief of a piece of knowledge', () => {
  expect(briefOf(knowledgeKind, 'one')).toBeNull()
})
