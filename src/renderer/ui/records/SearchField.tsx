import { ActionIcon, Kbd, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { KeyboardEvent, Ref } from 'react'

interface SearchFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
}

/** Escape empties the field, and leaves it when it is empty already. */
export function SearchField({ ref, label, text, onText }: SearchFieldProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (text === '') event.currentTarget.blur()
    else onText('')
  }
  return (
    <TextInput
      ref={ref}
      role="searchbox"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder="Search"
      size="xs"
      w={260}
      maxLength={500}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={14} stroke={1.8} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        ) : (
          <ActionIcon size="xs" variant="subtle" color="gray" aria-label="Clear the search" onClick={() => onText('')}>
            <IconX size={12} aria-hidden />
          </ActionIcon>
        )
      }
    />
  )
}
