import { useDebouncedValue } from '@mantine/hooks'

const pauseMs = 150
/** Longest search text, in characters. */
const longest = 500

/** The words typed into a picker. Until the library has answered them, Enter must not choose a record found for earlier ones. */
export function usePickerSearch(text: string) {
  const searched = text.trim().slice(0, longest)
  const [paused] = useDebouncedValue(searched, pauseMs)
  const words = searched.toLowerCase().split(/\s+/)
  return {
    searched,
    /** What the library is asked for: the words as they were at the last pause. */
    paused,
    isTyping: paused !== searched,
    /** Whether a record with this text would be found by the typed words too. */
    fits: (own: string) => words.every((word) => own.toLowerCase().includes(word)),
  }
}
