import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import { lazyWithPreload } from '../../ui/lazy-with-preload'
import { openFrom, useViewCommand } from '../../ui/view-commands'
import type { RecordKind } from '../record-kind'
import type { Column } from '../table/columns'

const ColumnChoice = lazyWithPreload(() => import('./ColumnChoice').then(({ ColumnChoice }) => ColumnChoice))

interface ColumnsMenuProps {
  readonly kind: RecordKind
  readonly columns: readonly Column<never>[]
  readonly sorting: string
}

/** The choice of columns above every list. Rendered again only when they changed: the search beside it is typed into. */
export const ColumnsMenu = memo(function ColumnsMenu({ kind, columns, sorting }: ColumnsMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useViewCommand({
    ...{ id: 'columns', of: 'view', label: 'Columns…', alsoCalled: 'fields show hide order width' },
    run: openFrom(button, () => setIsOpen(true)),
  })
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" returnFocus shadow="md">
      <Tooltip label="Columns" disabled={isOpen}>
        <Popover.Target>
          <ActionIcon ref={button} variant="default" size={30} aria-label="Columns" onClick={() => setIsOpen(!isOpen)}>
            <IconColumns3 size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown aria-label="Columns" p={0}>
        <ColumnChoice kind={kind} columns={columns} sorting={sorting} />
      </Popover.Dropdown>
    </Popover>
  )
})
