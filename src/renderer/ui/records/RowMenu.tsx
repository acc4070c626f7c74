import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import { useRowTabIndex } from '../table/active-row'
import { DeleteItem } from './DeleteItem'

interface RowMenuProps {
  /** Of the record, or what stands for it. */
  readonly name: string
  readonly onDelete: () => void
}

/** What can be done with the record of a row. The table opens it with a key too (see `menuOf` in VirtualTable). */
export function RowMenu({ name, onDelete }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const tabIndex = useRowTabIndex()
  // To the row, where the arrow keys go on. Also before a dialog opens, which gives the focus back to what had it.
  const toRow = () => button.current?.closest('tr')?.focus({ preventScroll: true })
  return (
    <Menu withInitialFocusPlaceholder={false} returnFocus={false} onClose={toRow} position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size="sm"
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
