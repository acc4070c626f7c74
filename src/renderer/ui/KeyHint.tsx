import { usePreference } from '../client/preferences'
import { type Binding, type KeyPlace, shownKey } from './every-key'
import { KeyNames } from './KeyNames'

/** The key that does the same as a button or field, for people who see it. Nothing while that key is turned off. */
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
