// Whether anything may be changed at the service of the open environment. Main decides; this asks it.

import { useMutation } from '@tanstack/react-query'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironment } from '../../client/workspace'
import { announce } from '../../ui/announce'
import { confirm } from '../../ui/confirm'
import { environmentIdentity } from '../../ui/environment-identity'
import { notifyError } from '../../ui/notify'

interface EditingLock {
  /** After a question. */
  unlock(): Promise<void>
  lock(): void
}

export function useEditingLock(): EditingLock {
  const { name: environment } = useEnvironment()
  const { label } = environmentIdentity[environment]

  const unlock = useMutation({
    ...mutationOptionsFor('environments', 'unlock'),
    onSuccess: () => announce(`Editing unlocked in ${label}.`),
    onError: notifyError,
  })
  const lock = useMutation({
    ...mutationOptionsFor('environments', 'lock'),
    onSuccess: () => announce(`Editing locked in ${label}.`),
    onError: notifyError,
  })

  return {
    async unlock() {
      const isConfirmed = await confirm({
        title: `Unlock editing in ${label}?`,
        text: `Your changes will reach everyone who works in ${label}. Editing locks again when the app closes.`,
        confirmLabel: `Unlock ${label}`,
        tone: 'danger',
      })
      if (isConfirmed) unlock.mutate({ environment })
    },
    lock: () => lock.mutate({ environment }),
  }
}
