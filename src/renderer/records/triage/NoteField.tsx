// A note is saved while it is typed: after a pause, on leaving the field, and before the window closes. What could not be
// saved stays in the field and is tried again on the next occasion.
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
  const [text, setText] = useState(note)
  const unsaved = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    const typed = unsaved.current
    if (typed === null) return
    unsaved.current = null
    try {
      await client.triage.setNote({ workspace, kind, id, note: typed.trim() })
    } catch (error) {
      unsaved.current ??= typed
      notifyError(error)
    }
  }, [workspace, kind, id])

  useEffect(() => {
    const stop = onClosing(flush)
    return () => {
      stop()
      void flush()
    }
  }, [flush])

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
        unsaved.current = value
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
