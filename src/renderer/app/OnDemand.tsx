// What may come over any view, but rarely does: its code is loaded when it is first needed, not before the first rows.
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { hasNotices, subscribeToNotices } from '../ui/notify'
import { useQuestion } from '../ui/question'

const ConfirmDialog = lazy(() => import('../ui/ConfirmDialog').then((module) => ({ default: module.ConfirmDialog })))
const Notices = lazy(() => import('../ui/Notices').then((module) => ({ default: module.Notices })))

export function OnDemand() {
  const question = useQuestion()
  const isNoticed = useSyncExternalStore(subscribeToNotices, hasNotices)
  return (
    <Suspense fallback={null}>
      {question !== null && <ConfirmDialog question={question} />}
      {isNoticed && <Notices />}
    </Suspense>
  )
}
