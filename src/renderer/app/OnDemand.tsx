// What may come over any view.
import { loadLater } from '../ui/load-later'
import { useQuestion } from '../ui/question'

const ConfirmDialog = loadLater(() => import('../ui/ConfirmDialog').then(({ ConfirmDialog }) => ConfirmDialog))
const Notices = loadLater(() => import('../ui/Notices').then(({ Notices }) => Notices))

export function OnDemand() {
  const question = useQuestion()
  return (
    <>
      <Notices />
      {question !== null && <ConfirmDialog question={question} />}
    </>
  )
}
