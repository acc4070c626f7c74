import { useRef } from 'react'

/**
 * For a field of several choices, which empties its search when the focus leaves it. Its words still have to be dealt with,
 * so this does not pass that change on.
 */
export function useKeptSearch(onSearch: (text: string) => void) {
  const isLeaving = useRef(false)
  return {
    onBlur() {
      isLeaving.current = true
    },
    onFocus() {
      isLeaving.current = false
    },
    onSearchChange(next: string) {
      if (!isLeaving.current) onSearch(next)
    },
  }
}
