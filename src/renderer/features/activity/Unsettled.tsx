import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { kindWords } from '../../../contract/features/activity-words'
import { waitsForReview } from '../../../contract/requires-review'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { count } from '../../records/record-words'
import { reviewDialog } from '../../ui/dialogs'
import classes from './activity.module.css'
import { StateMark } from './activity-columns'
import { targetName } from './activity-words'

/** Fits without scrolling. Activity lists all. */
const shown = 6

/** Lists the unsent changes, each with a link. */
export function Unsettled() {
  const { ref: workspace } = useWorkspace()
  const { data: entries = [] } = useQuery(queryOptionsFor('activity', 'unsettled', { workspace }))
  return (
    <>
      <ul aria-label="Unsent changes" className={classes.unsettled}>
        {entries.slice(0, shown).map((entry) => (
          <li key={entry.changeId}>
            <Link to={`/activity/${encodeURIComponent(entry.changeId)}`} className={classes.targetLink} dir="auto">
              {kindWords[entry.kind]}: {targetName(entry)}
            </Link>
            <StateMark {...entry} />
          </li>
        ))}
      </ul>
      {entries.length > shown && <p className={classes.muted}>and {count(entries.length - shown)} more</p>}
      {entries.some(waitsForReview) && (
        <Button size="compact-sm" variant="default" my={4} onClick={reviewDialog.open}>
          Review and send…
        </Button>
      )}
    </>
  )
}
