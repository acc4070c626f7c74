import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { clearNotices, clearNoticesOfView } from '../ui/notify'

/** Notices do not outlive what they speak of: the view, and at the latest the workspace. */
export function useNotices(workspaceKey: string): void {
  const [, view] = useLocation().pathname.split('/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: done whenever it becomes another one
  useEffect(() => clearNoticesOfView, [view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: done whenever it becomes another one
  useEffect(() => clearNotices, [workspaceKey])
}
