// What may come over any view. Its code is not needed for the first rows, so it is loaded beside them.
import { lazy, Suspense } from 'react'
import { useQuestion } from '../ui/question'

const ConfirmDialog = lazy(() => import('../ui/ConfirmDialog').then((module) => ({ default: module.ConfirmDialog })))
const Notices = lazy(() => import('../ui/Notices').then((module) => ({ default: module.Notices })))

export function OnDemand() {
  const question = useQuestion()
  return (
    <>
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
      <Suspense fallback={null}>{question !== null && <ConfirmDialog question={question} />}</Suspense>
    </>
  )
}
