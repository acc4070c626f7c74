// The person's preferences. A change shows at once and is then saved; main's answer has the last word.
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Preferences } from '../../contract/features/preferences'
import { client } from './bridge'
import { mutationOptionsFor, queryOptionsFor } from './queries'

const read = queryOptionsFor('preferences', 'read', {})
const save = mutationOptionsFor('preferences', 'save')

/** Returns one preference, and renders again when it changes. Suspends until main has answered once. */
export function usePreference<Name extends keyof Preferences>(name: Name): Preferences[Name] {
  return useSuspenseQuery({ ...read, select: (all) => all[name] }).data
}

/** Saves the named preferences and leaves the others as they are. */
export function useSavePreferences(): (changes: Partial<Preferences>) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    ...save,
    mutationFn: (changes: Partial<Preferences>) => client.preferences.save(changes),
    onMutate: (changes) => queryClient.setQueryData(read.queryKey, (old) => old && { ...old, ...changes }),
    // A change that could not be saved stays in force until the app closes; reading again would undo it under the person's
    // hands. An answer that a later change has overtaken is ignored for the same reason.
    onSuccess: (saved) => {
      if (queryClient.isMutating(save) <= 1) queryClient.setQueryData(read.queryKey, saved)
    },
    scope: { id: 'preferences' },
  })
  return mutate
}
