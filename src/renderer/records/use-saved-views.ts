import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { SavedView } from '../../contract/features/saved-views'
import { queryOptionsFor } from '../client/queries'
import { useWorkspace } from '../client/workspace'
import { viewParameter } from '../navigation/view-addresses'

const none: readonly SavedView[] = []

/** Saved views of the open workspace, in the person's order; none until they were read. */
export function useSavedViews(options: { readonly enabled?: boolean } = {}): readonly SavedView[] {
  const { ref: workspace } = useWorkspace()
  return useQuery({ ...queryOptionsFor('savedViews', 'list', { workspace }), ...options }).data ?? none
}

export const savedViewPath = ({ id, address, filter }: SavedView): string =>
  `/${filter.list}?${new URLSearchParams([[viewParameter, id], ...new URLSearchParams(address)])}`

/** The saved view that this list was opened by; null: none, or one that was deleted. */
export function useOpenView(path: string): SavedView | null {
  const [params] = useSearchParams()
  const id = params.get(viewParameter)
  const views = useSavedViews({ enabled: id !== null })
  if (id === null) return null
  return views.find((view) => view.id === id && `/${view.filter.list}` === path) ?? null
}
