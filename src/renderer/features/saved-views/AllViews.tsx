import { Badge, Modal, Text } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { SavedView } from '../../../contract/features/saved-views'
import { views as places } from '../../navigation/views'
import { count } from '../../records/record-words'
import { savedViewPath } from '../../records/use-saved-views'
import { isInMenu, isUndo } from '../../ui/key-registry'
import { undescribed } from '../../ui/undescribed'
import { savedViewTexts } from './saved-view-words'
import classes from './saved-views.module.css'
import type { ViewActions } from './use-view-actions'
import { ViewMenu } from './ViewMenu'

interface AllViewsProps {
  readonly views: readonly SavedView[]
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly actions: ViewActions
  readonly onRename: (view: SavedView) => void
  readonly onClose: () => void
}

/** Lists also the views outside the navigation. */
export function AllViews({ views, counts, actions, onRename, onClose }: AllViewsProps) {
  // The keys of the view don’t reach a dialog, and its focus trap keeps Tab away from the button of the notice.
  const onKeyDown = (event: KeyboardEvent) => {
    if (isUndo(event) && !event.repeat && !isInMenu(event.target)) actions.undo()
  }
  return (
    <Modal opened attributes={undescribed} onClose={onClose} title="Saved views" centered onKeyDown={onKeyDown}>
      {views.length === 0 && (
        <Text size="sm" c="dimmed">
          {savedViewTexts.howToSave}
        </Text>
      )}
      <ul className={classes.all} aria-label="Saved views">
        {views.map((view) => (
          <li key={view.id} className={classes.row}>
            <Link to={savedViewPath(view)} className={classes.rowLink} onClick={onClose}>
              <span className={classes.name} dir="auto">
                {view.name}
              </span>
              <Text span size="xs" c="dimmed">
                {places.find(({ path }) => path === `/${view.filter.list}`)?.label}
                {!view.isPinned && ' · Not in navigation'}
              </Text>
            </Link>
            {counts?.[view.id] !== undefined && (
              <Badge size="sm" variant="default">
                {count(counts[view.id] ?? 0)}
              </Badge>
            )}
            <ViewMenu view={view} together={views} actions={actions} onRename={() => onRename(view)} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
