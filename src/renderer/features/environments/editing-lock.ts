// Whether anything may be changed at the service of the open environment. Main decides; this asks it.
import { useQueryClient } from '@tanstack/react-query'
import { useEnvironment } from '../../app/workspace'
import { client } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { environmentIdentity } from '../../ui/environment-identity'
import { notifyError } from '../../ui/notify'
import { askFirst } from '../../ui/question'

interface EditingLock {
  /** After a question. */
  unlock(): Promise<void>
  lock(): Promise<void>
}

export function useEditingLock(): EditingLock {
  const { name: environment } = useEnvironment()
  const queryClient = useQueryClient()
  const { label } = environmentIdentity[environment]

  const change = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      await queryClient.invalidateQueries({ queryKey: ['environments'] })
      announce(done)
    } catch (error) {
      notifyError(error)
    }
  }

  return {
    async unlock() {
      const isConfirmed = await askFirst({
        title: `Unlock editing in ${label}?`,
        text: `Your changes will reach everyone who works in ${label}. Editing locks again when the app closes.`,
        confirmLabel: `Unlock ${label}`,
        tone: 'danger',
      })
      if (isConfirmed) {
        await change(() => client.environments.unlock({ environment }), `Editing unlocked in ${label}.`)
      }
    },
    lock: () => change(() => client.environments.lock({ environment }), `Editing locked in ${label}.`),
  }
}
