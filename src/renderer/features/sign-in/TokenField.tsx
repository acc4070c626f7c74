import { TextInput } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

interface TokenFieldProps {
  readonly inputRef: Ref<HTMLInputElement>
  readonly description?: ReactNode
  readonly error?: ReactNode
  readonly onChange?: () => void
}

/**
 * Never controlled: the token lives in the field alone until it is sent, and the field is emptied then, so that no state
 * of the page holds it afterwards.
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
