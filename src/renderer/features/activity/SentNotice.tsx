import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ActivityEntry } from '../../../contract/features/activity'
import { waitsForReview } from '../../../contract/requires-review'
import { client } from '../../client/bridge'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { notifyStatus } from '../../ui/notify'
import { sentNotice } from './activity-words'

/** Needs nobody to be sent. What is sent by a review is told by its dialog. */
const isWaiting = (entry: ActivityEntry) => entry.state === 'waiting' && !waitsForReview(entry)

/** Those that wait because one could not be sent, it and those behind it, until each is sent, refused or up for review. */
function stillWaiting(unsettled: readonly ActivityEntry[], before: ReadonlySet<string>): ReadonlySet<string> {
  const isHeldUp = unsettled.some((entry) => isWaiting(entry) && entry.error !== null)
  const left = unsettled.filter((entry) =>
    isWaiting(entry)
      ? isHeldUp || before.has(entry.changeId)
      : before.has(entry.changeId) && ['sending', 'unknown'].includes(entry.state),
  )
  return new Set(left.map(({ changeId }) => changeId))
}

/** Says that what had to wait was sent: the person left it a while ago. Once none of it waits any more. */
export function SentNotice() {
  const { ref: workspace } = useWorkspace()
  const { data: unsettled } = useQuery(queryOptionsFor('activity', 'unsettled', { workspace }))
  const waited = useRef<ReadonlySet<string>>(new Set())
  const settled = useRef<readonly string[]>([])
  useEffect(() => {
    if (unsettled === undefined) return
    const open = new Set(unsettled.map(({ changeId }) => changeId))
    settled.current = [...settled.current, ...[...waited.current].filter((id) => !open.has(id))]
    waited.current = stillWaiting(unsettled, waited.current)
    if (waited.current.size > 0 || settled.current.length === 0) return
    const ids = settled.current
    settled.current = []
    Promise.all(ids.map((changeId) => client.activity.get({ workspace, changeId }))).then(
      (entries) => {
        const sent = entries.filter(({ state }) => state === 'done')
        if (sent.length > 0) notifyStatus(sentNotice(sent))
      },
      // Activity has them all the same.
      () => {},
    )
  }, [unsettled, workspace])
  return null
}
