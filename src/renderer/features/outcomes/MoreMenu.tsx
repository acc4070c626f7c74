import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import { DeleteItem } from '../../ui/records/DeleteItem'

/** What is seldom wanted of the view, away from what is pressed every day. */
export function MoreMenu({ onDeleteById }: { readonly onDeleteById: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // Also before a dialog opens, which gives the focus back to what had it.
  const toButton = () => button.current?.focus({ preventScroll: true })
  return (
    <Menu withInitialFocusPlaceholder={false} returnFocus={false} onClose={toButton} position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon ref={button} variant="default" size={30} aria-label="More" title="More">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <DeleteItem
          onDelete={() => {
            toButton()
            onDeleteById()
          }}
        >
          Delete by id…
        </DeleteItem>
      </Menu.Dropdown>
    </Menu>
  )
}
