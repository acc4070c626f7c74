import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedView } from '../../../contract/features/saved-views'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { linkToView } from '../../navigation/view-link'
import { columnsParameter, columnsText, movedId } from '../../records/columns/arrange-columns'
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
  const queryClient = useQueryClient()
  const otherWorkspaceLabel = useOtherWorkspaceLabel()
  const failed = { onError: notifyError }
  const { mutateAsync: save } = useMutation({ ...mutationOptionsFor('savedViews', 'save'), ...failed })
  const { mutateAsync: remove } = useMutation({ ...mutationOptionsFor('savedViews', 'remove'), ...failed })
  const { mutate: order } = useMutation({ ...mutationOptionsFor('savedViews', 'order'), ...failed })

  /** The last one at the end. */
  const [deletions, setDeletions] = useState<readonly Deletion[]>([])
  const last = deletions.at(-1)
  const undo = () => last?.undo()
  useKey('mod+z', undo, { enabled: last !== undefined, since: last?.since ?? 0 })

  const restore = (view: SavedView) => {
    const idsThen = views.map(({ id }) => id)
    const before = idsThen.slice(0, idsThen.indexOf(view.id))
    const { queryKey } = queryOptionsFor('savedViews', 'list', { workspace })
    save({ workspace, view }).then(
      () => {
        // The others may have been moved since.
        const ids = (queryClient.getQueryData(queryKey) ?? views).map(({ id }) => id).filter((id) => id !== view.id)
        const place = ids.findLastIndex((id) => before.includes(id)) + 1
        order({ workspace, ids: ids.toSpliced(place, 0, view.id) })
        notifyInView(`Undone: deleted view “${view.name}”`, 'green', otherWorkspaceLabel())
      },
      () => offerUndo(view),
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
      save({ workspace, view: { ...view, isPinned } }).then(
        () => announce(isPinned ? `Added ${view.name} to navigation` : `Removed ${view.name} from navigation`),
        () => undefined,
      )
    },
    /** Moves a view among those shown together; all others follow them. */
    move: (view: SavedView, step: number, together: readonly SavedView[]) => {
      const ids = movedId(
        together.map(({ id }) => id),
        view.id,
        step,
      )
      order({ workspace, ids })
      announce(`${view.name}: ${ids.indexOf(view.id) + 1} of ${ids.length}`)
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
        since: Infinity,
      }
      setDeletions((now) => [...now, underWay])
      // Callbacks of `mutate` would run for the last of several deletions only.
      remove({ workspace, id: view.id }).then(
        () => {
          withdraw(underWay)
          offer(view)
        },
        () => withdraw(underWay),
      )
    },
  }
}

export type ViewActions = ReturnType<typeof useViewActions>
