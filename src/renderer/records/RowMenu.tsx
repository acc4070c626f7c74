// The actions for a row, or for all selected rows. Loaded apart from the code that opens it: no first row needs it.
import { ActionIcon, Menu, Text } from '@mantine/core'
import {
  IconCheck,
  IconClockPause,
  IconCopy,
  IconDots,
  IconDownload,
  IconFileDescription,
  IconLink,
  IconList,
  IconSquareCheck,
  IconTag,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useId } from 'react'
import { useLocation } from 'react-router'
import type { BriefSubject } from '../../contract/features/briefs'
import { useWorkspace } from '../client/workspace'
import { linkToView } from '../navigation/view-link'
import { copyText } from '../ui/copy-text'
import type { Binding } from '../ui/every-key'
import { KeyHint } from '../ui/KeyHint'
import { briefDialog, briefOf, briefOfMany } from './brief-dialog'
import { useWhyNotNow } from './OfflineNote'
import { recordPath } from './record-kind'
import { count, listTexts } from './record-words'
import type { Column } from './table/columns'
import { openRowMenu } from './table/row-menu-keys'
import { useRowTabIndex } from './table/TableRow'
import type { BulkTriage } from './triage/BulkTriage'
import { clickedBy } from './use-details-region'
import type { ShownList } from './use-record-list'
import type { RowMenuOf } from './use-row-menu'

interface RowMenuProps<Row> {
  readonly menu: RowMenuOf<Row>
  readonly list: ShownList<Row>
  readonly bulk: BulkTriage | null
  /** Id of the row that decisions are about when none is selected. */
  readonly currentId: string | undefined
  readonly onExport: () => void
  /** Actions of the view for one row or the selected ones. */
  readonly ownItems?: ((rows: readonly Row[]) => ReactNode) | undefined
  /** Last item in the menu of one row. */
  readonly lastItem?: ((row: Row) => ReactNode) | undefined
}

const icon = { size: 15, stroke: 1.8, 'aria-hidden': true } as const

/** No higher than the words beside it. */
const hint = (binding: Binding) => (
  <span style={{ display: 'block', marginBlock: -4 }}>
    <KeyHint binding={binding} />
  </span>
)

export function RowMenu<Row extends { readonly id: string }>(props: RowMenuProps<Row>) {
  const { menu, list, bulk, currentId, onExport, ownItems, lastItem } = props
  const { opened, close } = menu
  const { selection, table, state } = list
  // The row may go or change places while its menu is open, and Back may close its details.
  const index = opened === null ? -1 : (state.rows?.indexOf(opened.row.id) ?? -1)
  const isOpen = menu.isOpen && index >= 0 && !(opened?.hadDetails === true && list.open.id === null)
  useEffect(() => {
    if (menu.isOpen && !isOpen) close()
  })
  const isOfMany = selection.size > 1 && opened?.isAlone === false
  const rows = isOfMany || opened === null ? selection.rows : [opened.row]
  // Decisions are about the selection, or about the current row when none is selected.
  const decidedAbout = selection.size === 0 ? currentId : selection.size === 1 ? selection.rows[0]?.id : undefined
  const triaged = isOfMany || (opened !== null && decidedAbout === opened.row.id) ? bulk : null
  return (
    // The focus goes to the row, where the arrow keys go on; also before a dialog opens, which gives it back there later.
    <Menu
      opened={isOpen}
      onChange={close}
      returnFocus={false}
      onClose={() => table.current?.focusActiveRow()}
      position="bottom-start"
      offset={2}
    >
      <Menu.Target>
        <span
          // Gives the menu its name.
          style={{ position: 'fixed', visibility: 'hidden', fontSize: 0, left: opened?.left, top: opened?.top }}
        >
          Row actions
        </span>
      </Menu.Target>
      {opened !== null && (
        <Menu.Dropdown>
          {isOfMany ? (
            <Menu.Label>{count(selection.size)} selected</Menu.Label>
          ) : (
            <OpenItem list={list} id={opened.row.id} index={index} />
          )}
          {triaged !== null && (
            <>
              {!isOfMany && <Menu.Divider />}
              <TriageItems bulk={triaged} />
            </>
          )}
          {ownItems !== undefined && (
            <>
              <Menu.Divider />
              {ownItems(rows)}
            </>
          )}
          {(!isOfMany || triaged !== null || ownItems !== undefined) && <Menu.Divider />}
          {isOfMany ? <CopyManyItems list={list} onExport={onExport} /> : <CopyItems list={list} row={opened.row} />}
          {isOfMany && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconX {...icon} />} rightSection={hint('Escape')} onClick={selection.clear}>
                Clear selection
              </Menu.Item>
            </>
          )}
          {!isOfMany && lastItem !== undefined && (
            <>
              <Menu.Divider />
              {lastItem(opened.row)}
            </>
          )}
        </Menu.Dropdown>
      )}
    </Menu>
  )
}

interface OpenItemProps<Row> {
  readonly list: ShownList<Row>
  readonly id: string
  readonly index: number
}

function OpenItem<Row extends { readonly id: string }>({ list, id, index }: OpenItemProps<Row>) {
  const { open, selection } = list
  return (
    <>
      {open.id !== id && (
        <Menu.Item
          leftSection={<IconList {...icon} />}
          rightSection={hint('Enter')}
          onClick={(event) => open.openAt(index, clickedBy(event))}
        >
          Open
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconSquareCheck {...icon} />}
        rightSection={hint('x')}
        onClick={() => selection.toggle(index)}
      >
        {selection.isSelected(id) ? 'Deselect' : 'Select'}
      </Menu.Item>
    </>
  )
}

interface ReviewItemProps {
  readonly areReviewed?: boolean
  readonly onReview: () => void
}

export function ReviewItem({ areReviewed = false, onReview }: ReviewItemProps) {
  return (
    <Menu.Item leftSection={<IconCheck {...icon} />} rightSection={hint('e')} onClick={onReview}>
      {areReviewed ? 'Mark as not reviewed' : 'Mark as reviewed'}
    </Menu.Item>
  )
}

function TriageItems({ bulk: { areReviewed, review, setOpen } }: { readonly bulk: BulkTriage }) {
  return (
    <>
      <ReviewItem areReviewed={areReviewed} onReview={review} />
      <Menu.Item leftSection={<IconClockPause {...icon} />} rightSection={hint('h')} onClick={() => setOpen('snooze')}>
        Snooze…
      </Menu.Item>
      <Menu.Item leftSection={<IconTag {...icon} />} rightSection={hint('l')} onClick={() => setOpen('labels')}>
        Label…
      </Menu.Item>
    </>
  )
}

function BriefItem({ subject }: { readonly subject: BriefSubject | null }) {
  if (subject === null) return null
  return (
    <Menu.Item
      leftSection={<IconFileDescription {...icon} />}
      rightSection={hint('b')}
      onClick={() => briefDialog.set(subject)}
    >
      Evidence brief
    </Menu.Item>
  )
}

interface CopyManyItemsProps {
  readonly list: ShownList<{ readonly id: string }>
  readonly onExport: () => void
}

function CopyManyItems({ list: { kind, selection }, onExport }: CopyManyItemsProps) {
  const ids = selection.rows.map(({ id }) => id)
  return (
    <>
      <BriefItem subject={briefOfMany(kind, ids)} />
      <Menu.Item leftSection={<IconDownload {...icon} />} rightSection={hint('mod+e')} onClick={onExport}>
        Export…
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy {...icon} />}
        onClick={() =>
          void copyText(ids.join('\n'), `${count(ids.length)} IDs copied`, {
            tooLong: listTexts.tooMuchToCopy,
          })
        }
      >
        Copy IDs
      </Menu.Item>
    </>
  )
}

interface CopyItemsProps<Row> {
  readonly list: ShownList<Row>
  readonly row: Row
}

function CopyItems<Row extends { readonly id: string }>({ list: { kind }, row: { id } }: CopyItemsProps<Row>) {
  const { ref: workspace } = useWorkspace()
  const { search } = useLocation()
  const link = linkToView(workspace, recordPath(kind, id), search)
  return (
    <>
      <BriefItem subject={briefOf(kind, id)} />
      {link !== null && (
        <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void copyText(link, 'Link copied')}>
          Copy link
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void copyText(id, 'ID copied')}>
        Copy ID
      </Menu.Item>
    </>
  )
}

/** @param name of the record, or text that stands for it */
function RowMenuButton({ name }: { readonly name: string }) {
  const tabIndex = useRowTabIndex()
  return (
    <ActionIcon
      tabIndex={tabIndex}
      aria-label={`Actions for ${name}`}
      aria-haspopup="menu"
      onClick={(event) => {
        // A click on the row opens the details.
        event.stopPropagation()
        openRowMenu(event.currentTarget)
      }}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  )
}

/** The last column of a table whose records can be deleted. @param nameOf gives the name of the record of a row */
export function menuColumn<Row>(width: number, nameOf: (row: Row) => string): Column<Row> {
  return {
    id: 'actions',
    heading: 'Actions',
    hasHiddenHeading: true,
    isActions: true,
    isUnsortable: true,
    width,
    defaultDirection: 'ascending',
    cell: (row) => <RowMenuButton name={nameOf(row)} />,
  }
}

interface DeleteItemProps {
  /** Text of the item. */
  readonly children: string
  readonly onDelete: () => void
}

export function DeleteItem({ children, onDelete }: DeleteItemProps) {
  return (
    <SendingItem Icon={IconTrash} onClick={onDelete}>
      {children}
    </SendingItem>
  )
}

interface SendingItemProps {
  /** Text of the item. */
  readonly children: string
  readonly Icon: typeof IconTrash
  /** Why it is off for this row, whether the service can be reached or not. */
  readonly disabledReason?: string | null
  readonly onClick: () => void
}

/** Something that needs the service. */
export function SendingItem({ disabledReason = null, ...item }: SendingItemProps) {
  const whyNotNow = useWhyNotNow()
  return <ReasonedItem reason={disabledReason ?? whyNotNow} {...item} />
}

interface ReasonedItemProps extends Omit<SendingItemProps, 'disabledReason'> {
  /** Why it can't be used; null: it can. */
  readonly reason: string | null
}

/** When it can't be used, it says why below and stays in reach, so that everybody learns it. */
export function ReasonedItem({ children, Icon, reason, onClick }: ReasonedItemProps) {
  const reasonId = useId()
  return (
    <>
      <Menu.Item
        leftSection={<Icon {...icon} />}
        closeMenuOnClick={reason === null}
        {...(reason === null
          ? {}
          : { 'aria-disabled': true, 'aria-describedby': reasonId, style: { opacity: 0.6, cursor: 'not-allowed' } })}
        onClick={(event) => {
          event.stopPropagation()
          if (reason === null) onClick()
        }}
      >
        {children}
      </Menu.Item>
      {reason !== null && (
        // Below the focus ring of the item.
        <Text id={reasonId} size="xs" c="dimmed" px="sm" mt={6} pb={6} maw={240}>
          {reason}
        </Text>
      )}
    </>
  )
}
