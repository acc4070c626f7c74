import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { announce } from './announce'
import { KeyHint, useKeyShortcut } from './KeyHint'
import { controlTexts } from './words'

interface SearchFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
  /** Focuses the first or the active row; false when there are no rows. */
  readonly toRows: (place: 'first' | 'active') => boolean
}

export const announceNoRows = (search: string) => announce(search.trim() === '' ? 'No rows' : 'No matching rows')

/** Enter and ↓ lead to the results; without any, that is announced and the focus stays. Escape empties the field, and leaves
 * an empty one for the rows, or for the view. */
export function SearchField({ ref, label, text, onText, toRows }: SearchFieldProps) {
  const shortcut = useKeyShortcut()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault()
      if (!toRows('first')) announceNoRows(text)
    }
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (text !== '') onText('')
    else if (!toRows('active')) event.currentTarget.closest('main')?.focus()
  }
  return (
    <TextInput
      ref={ref}
      role="searchbox"
      aria-label={label}
      {...shortcut('/')}
      placeholder="Search"
      title={controlTexts.searchExamples}
      size="xs"
      // Shrinks before a button beside it moves to a line of its own.
      flex="1000 1 100px"
      maw={260}
      maxLength={500}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={14} stroke={1.8} aria-hidden />}
      rightSection={
        text === '' ? (
          <KeyHint binding="/" />
        ) : (
          <ActionIcon
            aria-label="Clear search"
            onClick={() => {
              onText('')
              // The button disappears with the text.
              ref.current?.focus()
            }}
          >
            <IconX size={12} aria-hidden />
          </ActionIcon>
        )
      }
    />
  )
}
