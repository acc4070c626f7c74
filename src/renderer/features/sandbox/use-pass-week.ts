// Time in the sandbox passes when somebody wants it to, so that What changed can be tried without waiting for a week.
import { useMutation } from '@tanstack/react-query'
import { mutationOptionsFor } from '../../client/queries'
import { announce } from '../../ui/announce'
import { notifyError } from '../../ui/notify'

export function usePassWeek(): { readonly isRunning: boolean; readonly passWeek: () => void } {
  const { isPending, mutate } = useMutation({
    ...mutationOptionsFor('sandbox', 'passWeek'),
    onSuccess: () => announce('A week has passed in the sandbox.'),
    onError: notifyError,
  })
  return { isRunning: isPending, passWeek: () => mutate({}) }
}
