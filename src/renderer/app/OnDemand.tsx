// Parts that may appear over any view.
import { lazyWithPreload } from '../ui/lazy-with-preload'

const Questions = lazyWithPreload(() => import('../ui/Questions').then(({ Questions }) => Questions))
const Notices = lazyWithPreload(() => import('../ui/Notices').then(({ Notices }) => Notices))

export function OnDemand() {
  return (
    <>
      <Notices />
      <Questions />
    </>
  )
}
