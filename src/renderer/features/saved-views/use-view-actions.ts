import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { SavedView } from '../../../contract/features/saved-views'
import { client } from '../../client/bridge'
import { useWorkspace } from '../../client/workspace'
import { linkToView } from '../../navigation/view-link'
import { columnsParameter, columnsText, movedId } from '../../records/columns/arrange-columns'
import { changeView, changeViews } from '../../records/saved-views/change-views'
import { announce } from '../../ui/announce'
import { nextStep, useKey } from '../../ui/keys'
import { notifyError, notifyInView } from '../../ui/notify'
import { notifyUndo } from '../../ui/notify-undo'
import { useOtherWorkspaceLabel } from '../../ui/use-other-workspace-label'

/** A deletion that can be undone. */
interface Deletion {
  readonly undo: () => void
  readonly since: number
}

/** @param views all views of the workspace, in order */
export function useViewActions(views: readonly SavedView[]) {
  const { ref: workspace } = useWorkspace()
  const otherWorkspaceLabel = useOtherWorkspaceLabel()

  /** The last one at the end. */
  const [deletions, setDeletions] = useState<readonly Deletion[]>([])
  const last = deletions.at(-1)
  const undo = () => last?.undo()
  useKey('mod+z', undo, { enabled: last !== undefined, since: last?.since ?? 0 })

  const restore = (view: SavedView) => {
    const idsThen = views.map(({ id }) => id)
    const before = idsThen.slice(0, idsThen.indexOf(view.id))
    changeViews(workspace, async (now) => {
      await client.savedViews.save({ workspace, view })
      // The others may have been moved since.
      const ids = now.map(({ id }) => id).filter((id) => id !== view.id)
      const place = ids.findLastIndex((id) => before.includes(id)) + 1
      await client.savedViews.order({ workspace, ids: ids.toSpliced(place, 0, view.id) })
    }).then(
      () => notifyInView(`Undone: deleted view “${view.name}”`, 'green', otherWorkspaceLabel()),
      (error) => {
        notifyError(error)
        offerUndo(view)
      },
    )
  }
  const withdraw = (deletion: Deletion) => setDeletions((now) => now.filter((each) => each !== deletion))
  const offerUndo = (view: SavedView) => {
    const undo = () => {
      notifications.hide(notice)
      withdraw(deletion)
      restore(view)
    }
    const notice = notifyUndo(`Deleted view “${view.name}”`, undo, 'mod+z')
    const deletion = { undo, since: nextStep() }
    setDeletions((now) => [...now, deletion])
  }

  return {
    /** Restores the view that was deleted last. */
    undo,
    setPinned: (view: SavedView, isPinned: boolean) => {
      changeView(workspace, view.id, { isPinned }).then(
        () => announce(isPinned ? `Added ${view.name} to navigation` : `Removed ${view.name} from navigation`),
        notifyError,
      )
    },
    /** Moves a view among those shown together; all others follow them. */
    move: (view: SavedView, step: number, together: readonly SavedView[]) => {
      const shown = new Set(together.map(({ id }) => id))
      changeViews(workspace, async (now) => {
        const idsNow = now.map(({ id }) => id).filter((id) => shown.has(id))
        const ids = movedId(idsNow, view.id, step)
        await client.savedViews.order({ workspace, ids })
        announce(`${view.name}: ${ids.indexOf(view.id) + 1} of ${ids.length}`)
      }).catch(notifyError)
    },
    /** null: the link would be too long. */
    linkTo: ({ filter, address, columns }: SavedView) => {
      const params = new URLSearchParams(address)
      if (columns !== null) params.set(columnsParameter, columnsText(columns))
      return linkToView(workspace, `/${filter.list}`, params.toString())
    },
    remove: (view: SavedView) => {
      let offer = offerUndo
      // Until it is answered, the key means this deletion, not the step before it.
      const underWay: Deletion = {
        undo() {
          offer = restore
          withdraw(underWay)
        },
        since: nextStep(),
      }
      setDeletions((now) => [...now, underWay])
      client.savedViews.remove({ workspace, id: view.id }).then(
        () => {
          withdraw(underWay)
          offer(view)
        },
        (error) => {
          withdraw(underWay)
          notifyError(error)
        },
      )
    },
  }
}

export type ViewActions = ReturnType<typeof useViewActions>
