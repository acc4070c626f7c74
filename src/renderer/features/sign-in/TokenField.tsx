import { TextInput } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

interface TokenFieldProps {
  readonly inputRef: Ref<HTMLInputElement>
  readonly description?: ReactNode
  readonly error?: ReactNode
  readonly onChange?: () => void
}

/**
 * Uncontrolled: the token exists in the field only, which is emptied once main has saved it, so that no state of the page
 * keeps it.
 */
export function TokenField({ inputRef, description, error, onChange }: TokenFieldProps) {
  return (
    <TextInput
      ref={inputRef}
      data-path="token"
      type="password"
      label="Access token"
      spellCheck={false}
      description={description}
      error={error}
      onChange={onChange}
    />
  )
}
