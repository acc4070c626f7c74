// Parts that may appear over any view.
import { lazyWithPreload } from '../ui/lazy-with-preload'

const Questions = lazyWithPreload(() => import('../ui/Questions').then(({ Questions }) => Questions))
const DismissingPress = lazyWithPreload(() =>
  import('../ui/DismissingPress').then(({ DismissingPress }) => DismissingPress),
)
const Notices = lazyWithPreload(() => import('../ui/Notices').then(({ Notices }) => Notices))

export function OnDemand() {
  return (
    <>
      <DismissingPress />
      <Notices />
      <Questions />
    </>
  )
}
