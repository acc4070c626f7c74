// Time in the sandbox passes when somebody wants it to, so that What changed can be tried without waiting for a week.
import { client } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { notifyError } from '../../ui/notify'
import { useTask } from '../../ui/use-task'

/** Never rejects: what goes wrong is told in a notice. */
export function usePassWeek(): { readonly isRunning: boolean; readonly passWeek: () => Promise<void> } {
  const { isRunning, run } = useTask()
  return {
    isRunning,
    async passWeek() {
      await run(async () => {
        await client.sandbox.passWeek({}).then(() => announce('A week has passed in the sandbox.'), notifyError)
      })
    },
  }
}
