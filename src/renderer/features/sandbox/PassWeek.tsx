import { useEnvironment } from '../../client/workspace'
import { BusyButton } from '../../ui/BusyButton'
import { usePassWeek } from './use-pass-week'

interface PassWeekProps {
  /** What the week brings may take the button away, and the focus with it. */
  readonly onPassing: () => void
}

/** Nothing outside the sandbox, where weeks pass by themselves. */
export function PassWeek({ onPassing }: PassWeekProps) {
  const { name } = useEnvironment()
  const { isRunning, passWeek } = usePassWeek()
  if (name !== 'sandbox') return null
  const pass = () => {
    onPassing()
    passWeek()
  }
  return (
    <BusyButton size="compact-sm" h={30} variant="default" isBusy={isRunning} onClick={pass}>
      Let a week pass in the sandbox
    </BusyButton>
  )
}
