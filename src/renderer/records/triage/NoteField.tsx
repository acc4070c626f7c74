// A note is saved while it is typed: after a pause, on leaving the field, and before the window closes. A note that could
// not be saved is kept while the app runs, also without its field, and tried again on the next occasion.
import { Textarea } from '@mantine/core'
import { type Ref, useCallback, useEffect, useRef, useState } from 'react'
import { Note, type TriagedKind } from '../../../contract/features/triage'
import { client } from '../../client/bridge'
import { onClosing } from '../../client/closing'
import { useWorkspace } from '../../client/workspace'
import { leaveOnEscape } from '../../ui/leave-on-escape'
import { notifyError } from '../../ui/notify'

const pauseMs = 400
const longest = Note.maxLength ?? undefined

/** By record, until it is saved. */
const unsaved = new Map<string, string>()

function useNoteKey(kind: TriagedKind, id: string): string {
  return JSON.stringify([useWorkspace().ref, kind, id])
}

export function useHasUnsavedNote(kind: TriagedKind, id: string): boolean {
  return (unsaved.get(useNoteKey(kind, id)) ?? '') !== ''
}

interface NoteFieldProps {
  readonly ref: Ref<HTMLTextAreaElement>
  readonly kind: TriagedKind
  readonly id: string
  readonly note: string
  /** With Escape, or Ctrl or Cmd with Enter. */
  readonly onLeave: () => void
  readonly onBlur: () => void
}

/** Of one record: another one needs another field. */
export function NoteField({ ref, kind, id, note, onLeave, onBlur }: NoteFieldProps) {
  const { ref: workspace } = useWorkspace()
  const key = useNoteKey(kind, id)
  const [text, setText] = useState(() => unsaved.get(key) ?? note)
  const [read, setRead] = useState(note)
  if (note !== read) {
    setRead(note)
    // Saved without the space at the end, after which the person may type on.
    if (!unsaved.has(key) && note !== text.trim()) setText(note)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    const typed = unsaved.get(key)
    if (typed === undefined) return
    try {
      await client.triage.setNote({ workspace, kind, id, note: typed.trim() })
      if (unsaved.get(key) === typed) unsaved.delete(key)
    } catch (error) {
      notifyError(error)
    }
  }, [workspace, kind, id, key])

  useEffect(() => {
    const stop = onClosing(flush)
    return () => {
      void flush().then(() => {
        if (!unsaved.has(key)) stop()
      })
    }
  }, [flush, key])

  return (
    <Textarea
      ref={ref}
      label="Note"
      size="xs"
      rows={3}
      resize="vertical"
      maxLength={longest}
      value={text}
      dir="auto"
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        unsaved.set(key, value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void flush(), pauseMs)
      }}
      onKeyDown={(event) => {
        leaveOnEscape(onLeave)(event)
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onLeave()
      }}
      onBlur={() => {
        void flush()
        onBlur()
      }}
    />
  )
}
