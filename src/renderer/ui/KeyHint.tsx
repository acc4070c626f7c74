import { usePreference } from '../client/preferences'
import { type Binding, shownKey } from './every-key'
import { KeyNames } from './KeyNames'

/** On a button or field: the key that does the same, for those who see it. Nothing while it is switched off. */
export function KeyHint({ binding }: { readonly binding: Binding }) {
  const hasSingleKeys = usePreference('hasSingleKeys')
  const key = shownKey(binding, hasSingleKeys)
  if (key === null) return null
  return (
    <span aria-hidden>
      <KeyNames binding={key} />
    </span>
  )
}
