import { useEnvironment } from '../../app/workspace'
import { BusyButton } from '../../ui/BusyButton'
import { usePassWeek } from './use-pass-week'

/** Nothing outside the sandbox, where weeks pass by themselves. */
export function PassWeek() {
  const { name } = useEnvironment()
  const { isRunning, passWeek } = usePassWeek()
  if (name !== 'sandbox') return null
  return (
    <BusyButton variant="default" isBusy={isRunning} onClick={() => void passWeek()}>
      Let a week pass in the sandbox
    </BusyButton>
  )
}
