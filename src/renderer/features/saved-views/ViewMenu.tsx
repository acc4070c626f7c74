import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconLink,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import type { SavedView } from '../../../contract/features/saved-views'
import { copyText } from '../../ui/copy-text'
import type { ViewActions } from './use-view-actions'

interface ViewMenuProps {
  readonly view: SavedView
  /** The views it is shown and moved among. */
  readonly together: readonly SavedView[]
  readonly actions: ViewActions
  readonly onRename: () => void
  readonly className?: string | undefined
}

const icon = { size: 15, stroke: 1.8, 'aria-hidden': true } as const

export function ViewMenu({ view, together, actions, onRename, className = '' }: ViewMenuProps) {
  const place = together.indexOf(view)
  const link = actions.linkTo(view)
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon className={className} aria-label={`Actions for ${view.name}`}>
          <IconDots size={15} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onRename}>
          Rename…
        </Menu.Item>
        {link !== null && (
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void copyText(link, 'Link copied')}>
            Copy link
          </Menu.Item>
        )}
        {place > 0 && (
          <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => actions.move(view, -1, together)}>
            Move up
          </Menu.Item>
        )}
        {place < together.length - 1 && (
          <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={() => actions.move(view, 1, together)}>
            Move down
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={view.isPinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
          onClick={() => actions.setPinned(view, !view.isPinned)}
        >
          {view.isPinned ? 'Remove from navigation' : 'Add to navigation'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => actions.remove(view)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
