// The text of a note field: the typed text until it is saved, else the text in the library, even when that changes under the
// open field.
import { useState } from 'react'
import { type Field, useUnsaved } from './use-unsaved'

interface TypedText extends Field<string> {
  readonly stored: string
}

export function useTypedText({ stored, ...field }: TypedText) {
  const { typed } = field.unsaved
  const [text, setText] = useState(() => typed.get(field.key)?.now ?? stored)
  const [read, setRead] = useState(stored)
  if (stored !== read) {
    setRead(stored)
    // Saved without the space at the end, after which the person may type on.
    if (!typed.has(field.key) && stored !== text.trim()) setText(stored)
  }
  const { saveSoon, flush } = useUnsaved(field)
  const type = (value: string) => {
    setText(value)
    saveSoon(value, text)
  }
  return { text, type, flush }
}
