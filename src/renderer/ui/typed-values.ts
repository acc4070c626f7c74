// Unsent values of forms that are views of their own: a link from outside or the menu of the window may lead away from a
// form, and coming back continues it. Kept beside the reads of this window, so for its life, and in memory only. A token is
// never among them.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { EnvironmentName } from '../../contract/workspace'
import { environmentKey } from '../../contract/workspace-key'
import { keptUntilForgotten, onForgotten } from '../client/forgetting'

const typed = new WeakMap<QueryClient, Map<string, unknown>>()

export interface TypedValues<Values> {
  /** null: nothing was typed, or it was sent. */
  read(): Values | null
  keep(values: Values): void
  drop(): void
}

function newForms(): Map<string, unknown> {
  const forms = keptUntilForgotten(new Map<string, unknown>())
  // For forms in which the environment is chosen.
  onForgotten((isForgotten) => {
    for (const [form, values] of [...forms]) {
      const { environment } = values as { readonly environment?: EnvironmentName }
      if (environment !== undefined && isForgotten(environmentKey(environment))) forms.delete(form)
    }
  })
  return forms
}

/** `form` names it among all forms of the app; the same name always means the same values. */
export function useTypedValues<Values>(form: string): TypedValues<Values> {
  const queryClient = useQueryClient()
  const forms = typed.get(queryClient) ?? newForms()
  typed.set(queryClient, forms)
  return {
    // Written by `keep` alone, under the same name.
    read: () => (forms.get(form) as Values | undefined) ?? null,
    keep: (values) => void forms.set(form, values),
    drop: () => void forms.delete(form),
  }
}
