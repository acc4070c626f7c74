import { usePreference } from '../client/preferences'
import { type Binding, type KeyPlace, shownKey } from './every-key'
import { KeyNames } from './KeyNames'

/** Returns the attribute that tells a screen reader the key of a button or field. Nothing while single keys are turned off. */
export function useKeyShortcut(): (binding: Binding) => { readonly 'aria-keyshortcuts'?: string } {
  const hasSingleKeys = usePreference('hasSingleKeys')
  // A plus sign joins keys in this attribute.
  return (binding) => (hasSingleKeys ? { 'aria-keyshortcuts': binding === '+' ? 'Plus' : binding } : {})
}

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
