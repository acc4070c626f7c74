import { useMutation } from '@tanstack/react-query'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironment } from '../../client/workspace'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { notifyError } from '../../ui/notify'
import { sandboxTexts } from './sandbox-words'

/** Lets a week pass in the sandbox on request, so that What changed can be tried without waiting for one. */
export function usePassWeek(): { readonly isRunning: boolean; readonly passWeek: () => void } {
  const { isPending, mutate } = useMutation({
    ...mutationOptionsFor('sandbox', 'passWeek'),
    onSuccess: () => announce(sandboxTexts.weekPassed),
    onError: notifyError,
  })
  return { isRunning: isPending, passWeek: () => mutate({}) }
}

interface PassWeekProps {
  /** The new changes may remove the button, and the focus with it. */
  readonly onPassing: () => void
}

/** Renders nothing outside the sandbox, where weeks pass by themselves. */
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
