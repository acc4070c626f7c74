import { ActionIcon, Badge, Tooltip } from '@mantine/core'
import { IconBookmark, IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { SavedView } from '../../../contract/features/saved-views'
import { queryOptionsFor } from '../../client/queries'
import { useAfterFirstRows } from '../../client/use-after-first-rows'
import { useSyncStatus, useWorkspace } from '../../client/workspace'
import { viewOf } from '../../navigation/view-addresses'
import { count as inFigures } from '../../records/record-words'
import { savedViewPath, useOpenView, useSavedViews } from '../../records/use-saved-views'
import { lazyDialog } from '../../ui/lazy-with-preload'
import classes from './saved-views.module.css'
import { useViewActions, type ViewActions } from './use-view-actions'
import { ViewMenu } from './ViewMenu'

const AllViews = lazyDialog(() => import('./AllViews').then(({ AllViews }) => AllViews))
const RenameView = lazyDialog(() => import('./RenameView').then(({ RenameView }) => RenameView))

/** Nothing before the first sync, as nothing is known. */
function useViewCounts(isDue: boolean) {
  const { ref: workspace } = useWorkspace()
  const hasSynced = typeof useSyncStatus()?.syncedAt === 'string'
  return useQuery({ ...queryOptionsFor('savedViews', 'counts', { workspace }), enabled: isDue && hasSynced }).data
}

/** The pinned views in the navigation, with the number of records each lists, and a link to all views. */
export function SavedViewsGroup() {
  const openView = useOpenView(`/${viewOf(useLocation().pathname)}`)
  const isDue = useAfterFirstRows()
  const views = useSavedViews({ enabled: isDue })
  const counts = useViewCounts(isDue && views.length > 0)
  const actions = useViewActions(views)
  const [areAllOpen, setAreAllOpen] = useState(false)
  const [renaming, setRenaming] = useState<SavedView | null>(null)
  const titleId = useId()
  const pinned = views.filter(({ isPinned }) => isPinned)

  if (!isDue) return null
  return (
    <div className={classes.group}>
      <div className={classes.head}>
        <span id={titleId} className={classes.title}>
          Saved views
        </span>
        <Tooltip label="All saved views">
          <ActionIcon aria-label="All saved views" onClick={() => setAreAllOpen(true)}>
            <IconList size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <ul aria-labelledby={titleId}>
        {pinned.map((view) => (
          <ViewItem
            key={view.id}
            view={view}
            isOpen={view.id === openView?.id}
            count={counts?.[view.id]}
            together={pinned}
            actions={actions}
            onRename={() => setRenaming(view)}
          />
        ))}
      </ul>
      {areAllOpen && (
        <AllViews
          views={views}
          counts={counts}
          actions={actions}
          onRename={setRenaming}
          onClose={() => setAreAllOpen(false)}
        />
      )}
      {renaming !== null && <RenameView view={renaming} onClose={() => setRenaming(null)} />}
    </div>
  )
}

interface ViewItemProps {
  readonly view: SavedView
  readonly isOpen: boolean
  readonly count: number | undefined
  readonly together: readonly SavedView[]
  readonly actions: ViewActions
  readonly onRename: () => void
}

function ViewItem({ view, isOpen, count, ...menu }: ViewItemProps) {
  const countId = useId()
  return (
    <li className={classes.item}>
      <Link
        to={savedViewPath(view)}
        className={classes.link}
        title={view.name}
        aria-current={isOpen ? 'page' : undefined}
        {...(count === undefined ? {} : { 'aria-describedby': countId })}
      >
        <IconBookmark size={16} stroke={1.7} aria-hidden />
        <span className={classes.linkText} dir="auto">
          {view.name}
        </span>
      </Link>
      {count !== undefined && (
        <>
          <Badge size="sm" variant="default" className={classes.count} aria-hidden>
            {count > 999 ? '999+' : count}
          </Badge>
          <span id={countId} hidden>
            {inFigures(count)} listed
          </span>
        </>
      )}
      <ViewMenu view={view} className={classes.menu} {...menu} />
    </li>
  )
}
