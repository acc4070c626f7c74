import { DismissingPress } from '../ui/DismissingPress'
import { Notices } from '../ui/Notices'
import { Questions } from '../ui/Questions'

/** Parts that may appear over any view, and none of which the first frame needs. */
export function OverAnyView() {
  return (
    <>
      <DismissingPress />
      <Notices />
      <Questions />
    </>
  )
}
