// Chooses records by their words, or by ids that are pasted. The library does the searching.
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { listTexts } from './record-words'
import { takeIds } from './take-ids'
import { useKeptSearch } from './use-kept-search'

interface RecordPickerProps
  extends Omit<
    MultiSelectProps,
    'value' | 'onChange' | 'searchValue' | 'onSearchChange' | 'filter' | 'onFocus' | 'onBlur' | 'dropdownOpened'
  > {
  readonly chosen: readonly string[]
  readonly onChosen: (ids: readonly string[]) => void
  /** Ids of the records that the library found. Other records in `data` only give the chosen ones their names. */
  readonly foundIds: { has(id: string): boolean; readonly size: number }
  readonly text: string
  readonly onText: (text: string) => void
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** Called when the focus is gone. */
  readonly onLeave?: () => void
}

export function RecordPicker(props: RecordPickerProps) {
  const { chosen, onChosen, foundIds, text, onText, isOpen, onOpen, onLeave, ...shown } = props
  const search = useKeptSearch((next) => {
    const { ids, rest } = takeIds(next)
    if (ids.length > 0) onChosen([...new Set([...chosen, ...ids])])
    onText(ids.length > 0 ? rest : next)
  })
  // The library highlights the first option when the text changes, but none that is found after that. Enter takes that too.
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.nativeEvent.isComposing)
    if (event.key !== 'Enter' || !isPlain || !isOpen || text.trim() === '') return
    const listId = event.target instanceof Element ? event.target.getAttribute('aria-controls') : null
    const list = listId === null ? null : document.getElementById(listId)
    const option =
      list?.querySelector<HTMLElement>('[data-combobox-selected]') ??
      list?.querySelector<HTMLElement>('[data-combobox-option]')
    if (!option) return
    event.preventDefault()
    event.stopPropagation()
    option.click()
  }
  const emptyMessage = foundIds.size > 0 ? listTexts.allChosen : shown.nothingFoundMessage
  return (
    <MultiSelect
      {...shown}
      {...(shown.selectFirstOptionOnChange && { wrapperProps: { onKeyDownCapture: onEnter } })}
      searchable
      hidePickedOptions
      // Said where no option is left, but not over an error, which would be covered.
      nothingFoundMessage={shown.error ? undefined : emptyMessage}
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => onOpen(true)}
      onDropdownClose={() => onOpen(false)}
      // The list scrolls by itself. Keys could not reach a scrolling part within it.
      withScrollArea={false}
      filter={({ options }) => options.filter((option) => 'value' in option && foundIds.has(String(option.value)))}
      value={[...chosen]}
      onChange={onChosen}
      searchValue={text}
      {...search}
      onBlur={() => {
        search.onBlur()
        onLeave?.()
      }}
    />
  )
}
