import { useMutation } from '@tanstack/react-query'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironment } from '../../client/workspace'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { notifyError } from '../../ui/notify'
import { sandboxTexts } from './sandbox-words'

/** Time in the sandbox passes when somebody wants it to, so that What changed can be tried without waiting for a week. */
export function usePassWeek(): { readonly isRunning: boolean; readonly passWeek: () => void } {
  const { isPending, mutate } = useMutation({
    ...mutationOptionsFor('sandbox', 'passWeek'),
    onSuccess: () => announce(sandboxTexts.weekPassed),
    onError: notifyError,
  })
  return { isRunning: isPending, passWeek: () => mutate({}) }
}

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
