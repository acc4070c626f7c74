// What may come over any view.
import { loadLater } from '../ui/load-later'

const Questions = loadLater(() => import('../ui/Questions').then(({ Questions }) => Questions))
const Notices = loadLater(() => import('../ui/Notices').then(({ Notices }) => Notices))

export function OnDemand() {
  return (
    <>
      <Notices />
      <Questions />
    </>
  )
}
