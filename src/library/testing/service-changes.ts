// Changes of every kind but creations, requested and settled as main does it.

import type { Change, NewChange } from '../../contract/library'
import type { Library } from '../library'
import { settleChange } from './moved-changes'
import { workspace } from './opened-library'

export const askedAt = '2025-06-02T00:00:00.000Z'
export const settledAt = '2025-06-03T00:00:00.000Z'

type OtherChange = Exclude<Change, { kind: 'createInsight' }>

export function serviceChange(changeId: string, change: OtherChange): NewChange {
  return { changeId, workspace, createdAt: askedAt, ...change }
}

export const settleDone = (library: Library, changeId: string) =>
  settleChange(library, { environment: 'sandbox', changeId, state: 'done', insight: null, settledAt })

export async function doChange(library: Library, changeId: string, change: OtherChange): Promise<void> {
  await library.addChange(serviceChange(changeId, change))
  await settleDone(library, changeId)
}
