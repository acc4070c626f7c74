import { usePreference } from '../client/preferences'
import { type Binding, type KeyPlace, shownKey } from './every-key'
import { KeyNames } from './KeyNames'

/** On a button or field: the key that does the same, for those who see it. Nothing while it is switched off. */
export function KeyHint({ binding, where }: { readonly binding: Binding; readonly where?: KeyPlace }) {
  const hasSingleKeys = usePreference('hasSingleKeys')
  const key = shownKey(binding, hasSingleKeys, where)
  if (key === null) return null
  return (
    <span aria-hidden>
      <KeyNames binding={key} />
    </span>
  )
}
