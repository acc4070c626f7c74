// A list of records that are known through insights, with search and filters, and the details of one beside it.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSyncStatus } from '../client/workspace'
import { ListShell, type ListShellProps } from './ListShell'
import { NoRecords } from './NoRecords'
import { RecordToolbar, type StatusChip } from './RecordToolbar'
import classes from './RecordToolbar.module.css'
import { listTexts } from './record-words'
import type { RecordList } from './use-record-list'

interface RecordsViewProps<Row extends { readonly id: string }> extends Omit<ListShellProps<Row>, 'toolbar' | 'empty'> {
  readonly list: RecordList<Row>
  readonly statuses?: readonly StatusChip[]
  /** Chips after those of the statuses. */
  readonly moreFilters?: ReactNode
  /** Actions of the view. */
  readonly tools?: ReactNode
  /** More that a person should know of the view. */
  readonly info?: string
  /** Where such records come from, for a workspace that has none. */
  readonly nothingThere: ReactNode
}

export function RecordsView<Row extends { readonly id: string }>(props: RecordsViewProps<Row>) {
  const { statuses = [], moreFilters, tools, info, nothingThere, ...shell } = props
  const { list } = shell
  return (
    <ListShell
      {...shell}
      toolbar={(parts) => (
        <RecordToolbar
          list={list}
          statuses={statuses}
          moreFilters={moreFilters}
          tools={tools}
          note={<RelatedNote />}
          info={info === undefined ? listTexts.onlyLinked : `${listTexts.onlyLinked} ${info}`}
          {...parts}
        />
      )}
      empty={<NoRecords list={list} nothingThere={nothingThere} />}
    />
  )
}

/** Says why there may be no such records at all. */
export function RelatedNote() {
  const sync = useSyncStatus()
  if (sync?.hasRelationships !== false) return null
  return (
    <p className={classes.note}>
      <NothingReturned />
    </p>
  )
}

export const NothingReturned = () => (
  <>
    The service returned no related records. Check the relationships parameter in <Link to="/settings">Settings</Link>.
  </>
)
