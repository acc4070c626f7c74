import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useWhyNotNow } from './OfflineNote'
import type { Column } from './table/columns'
import { useRowTabIndex } from './table/TableRow'

interface RowMenuProps {
  /** Of the record, or what stands for it. */
  readonly name: string
  readonly onDelete: () => void
}

/** What can be done with the record of a row. The table opens it with a key too (see `menuOf` in VirtualTable). */
function RowMenu({ name, onDelete }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const tabIndex = useRowTabIndex()
  // To the row, where the arrow keys go on. Also before a dialog opens, which gives the focus back to what had it.
  const toRow = () => button.current?.closest('tr')?.focus({ preventScroll: true })
  return (
    <Menu returnFocus={false} onClose={toRow} position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ref={button}
          tabIndex={tabIndex}
          aria-label={`Actions for ${name}`}
          // A click on the row opens the details.
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <DeleteItem
          onDelete={() => {
            toRow()
            onDelete()
          }}
        >
          Delete…
        </DeleteItem>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Last in a table whose records can be deleted. @param nameOf what the record of a row is called */
export function menuColumn<Row>(
  width: number,
  nameOf: (row: Row) => string,
  onDelete: (row: Row) => void,
): Column<Row> {
  return {
    id: 'actions',
    heading: 'Actions',
    hasHiddenHeading: true,
    isActions: true,
    isUnsortable: true,
    width,
    defaultDirection: 'ascending',
    cell: (row) => <RowMenu name={nameOf(row)} onDelete={() => onDelete(row)} />,
  }
}

interface DeleteItemProps {
  /** What is to be read on it. */
  readonly children: string
  readonly onDelete: () => void
}

/** Where it cannot be used, it says why below, and stays in reach, so that everybody learns it. */
export function DeleteItem({ children, onDelete }: DeleteItemProps) {
  const reason = useWhyNotNow()
  const reasonId = useId()
  return (
    <>
      <Menu.Item
        leftSection={<IconTrash size={15} stroke={1.8} aria-hidden />}
        closeMenuOnClick={reason === null}
        {...(reason === null
          ? {}
          : { 'aria-disabled': true, 'aria-describedby': reasonId, style: { opacity: 0.6, cursor: 'not-allowed' } })}
        onClick={(event) => {
          event.stopPropagation()
          if (reason === null) onDelete()
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
