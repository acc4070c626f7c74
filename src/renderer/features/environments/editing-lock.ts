// Whether anything may be changed in the service of the open environment. Main decides; this asks main.

import { useMutation } from '@tanstack/react-query'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironment } from '../../client/workspace'
import { announce } from '../../ui/announce'
import { environmentIdentity } from '../../ui/environment-identity'
import { notifyError } from '../../ui/notify'

interface EditingLock {
  /** Main first asks the person, in a native dialog. */
  unlock(): void
  lock(): void
}

export function useEditingLock(): EditingLock {
  const { name: environment } = useEnvironment()
  const { label } = environmentIdentity[environment]

  const unlock = useMutation({
    ...mutationOptionsFor('environments', 'unlock'),
    onSuccess: ({ isUnlocked }) => (isUnlocked ? announce(`Editing unlocked in ${label}`) : undefined),
    onError: notifyError,
  })
  const lock = useMutation({
    ...mutationOptionsFor('environments', 'lock'),
    onSuccess: () => announce(`Editing locked in ${label}`),
    onError: notifyError,
  })

  return {
    unlock: () => unlock.mutate({ environment }),
    lock: () => lock.mutate({ environment }),
  }
}
