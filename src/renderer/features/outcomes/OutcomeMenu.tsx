import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'

interface OutcomeMenuProps {
  readonly name: string
  readonly onDelete: () => void
}

/** What can be done with the goal of a row. Tab goes from row to row; with the keyboard it is done from the details. */
export function OutcomeMenu({ name, onDelete }: OutcomeMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" width={160} shadow="md">
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size="sm"
          tabIndex={-1}
          aria-label={`Actions for ${name}`}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconTrash size={15} stroke={1.8} aria-hidden />}
          onClick={(event) => {
            event.stopPropagation()
            // The dialog gives the focus back to what had it, and the item is gone by then.
            button.current?.focus()
            onDelete()
          }}
        >
          Delete…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
