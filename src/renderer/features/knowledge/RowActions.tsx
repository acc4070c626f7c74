import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import type { KnowledgeRow } from '../../../contract/features/knowledge'
import { titleOf } from './knowledge-words'

interface RowActionsProps {
  readonly row: KnowledgeRow
  readonly onDelete: (row: KnowledgeRow) => void
}

/** For the pointer: Tab goes from row to row, and with the keyboard the same is done from the details. */
export function RowActions({ row, onDelete }: RowActionsProps) {
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" width={160} shadow="md">
      <Menu.Target>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          tabIndex={-1}
          aria-label={`Actions for ${titleOf(row)}`}
          // A click on the row opens the details.
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={() => onDelete(row)}>
          Delete…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
