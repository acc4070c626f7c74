// Heading of one opportunity's changes: a link with its name, and the number of each kind.
import { Link } from 'react-router'
import type { NewsGroup } from '../../../contract/features/news'
import { HiddenMark } from '../../records/MaskedText'
import { opportunityKind, recordPath } from '../../records/record-kind'
import { shownTitle } from '../../records/record-words'
import classes from './news.module.css'
import { groupCounts } from './news-words'

export function GroupHeading({ group }: { readonly group: NewsGroup }) {
  const { opportunity } = group
  return (
    <>
      {opportunity === null ? (
        <span>No opportunity</span>
      ) : (
        <Link
          to={recordPath(opportunityKind, opportunity.id)}
          // Tab moves from row to row; the details link to the insight and its opportunities.
          tabIndex={-1}
          className={classes.groupName}
          dir="auto"
        >
          {opportunity.hideContent ? <HiddenMark /> : shownTitle(opportunity)}
        </Link>
      )}{' '}
      <span className={classes.groupCounts}>{groupCounts(group)}</span>
    </>
  )
}
