import { Kbd } from '@mantine/core'
import { usePreferences } from '../client/preferences'
import { type Binding, shownKey } from './every-key'
import { keyNames } from './KeyNames'

/** On a button: the key that does the same, for those who see it. Nothing while it is switched off. */
export function KeyHint({ binding }: { readonly binding: Binding }) {
  const { hasSingleKeys } = usePreferences()
  const key = shownKey(binding, hasSingleKeys)
  if (key === null) return null
  return (
    <Kbd size="xs" aria-hidden>
      {keyNames(key).keys.join('+')}
    </Kbd>
  )
}
