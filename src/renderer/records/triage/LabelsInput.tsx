import { TagsInput, type TagsInputProps } from '@mantine/core'
import type { Ref } from 'react'
import { mostLabels } from '../../../contract/limits'
import { isBlurOfWindow } from '../../ui/window-blur'

const longestLabel = 60
const splitChars = [',', ';']

const labelsIn = (text: string) => text.split(/[,;]/).flatMap((part) => part.trim() || [])

/** Whether one of the labels in a text is too long. */
export const isTooLong = (text: string) => labelsIn(text).some((label) => label.length > longestLabel)

interface LabelsInputProps
  extends Omit<
    TagsInputProps,
    'ref' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange' | 'maxTags' | 'splitChars' | 'error'
  > {
  readonly ref?: Ref<HTMLInputElement>
  readonly value: string[]
  readonly onChange: (labels: string[]) => void
  /** Typed text that is no label yet. */
  readonly typed: string
  readonly onTyped: (typed: string) => void
}

/** Text that is too long for a label stays in the field, where it can be made shorter. */
export function LabelsInput({ value, onChange, typed, onTyped, onKeyDown, ...rest }: LabelsInputProps) {
  const isRefused = isTooLong(typed)
  // A record joined from two can have more labels than the limit: they stay.
  const most = Math.max(mostLabels, value.length)
  return (
    <TagsInput
      {...rest}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={(text) => {
        const isMade = splitChars.some((char) => text.includes(char)) && !isTooLong(text)
        if (isMade) onChange([...new Set([...value, ...labelsIn(text)])].slice(0, most))
        onTyped(isMade ? '' : text)
      }}
      maxTags={most}
      splitChars={splitChars}
      acceptValueOnBlur={!isRefused}
      error={isRefused && `A label can have up to ${longestLabel} characters.`}
      // The library would make a label of half a word.
      onBlurCapture={(event) => {
        if (isBlurOfWindow(event)) event.stopPropagation()
      }}
      // The library makes labels of all pasted text; without its handler, the browser inserts it as text.
      onPasteCapture={(event) => {
        if (isTooLong(`${typed}${event.clipboardData.getData('text/plain')}`)) event.stopPropagation()
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (!isRefused) return
        if (event.key === 'Enter') event.preventDefault()
        // The library would make a label at this character; here it is one like others.
        if (splitChars.includes(event.key)) event.stopPropagation()
      }}
    />
  )
}
