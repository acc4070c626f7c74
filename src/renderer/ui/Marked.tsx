import { createContext, useContext } from 'react'
import type { Marker } from '../../contract/features/search-marks'

export const SearchMarks = createContext<Marker | null>(null)

/** A text in which the matches of the search around it are marked. */
export function Marked({ text }: { readonly text: string }) {
  const mark = useContext(SearchMarks)
  if (mark === null) return text
  return mark(text).map(({ start, text: part, isMarked }) => (isMarked ? <mark key={start}>{part}</mark> : part))
}
