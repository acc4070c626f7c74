// A note is saved while it is typed, and on leaving the field.

import { Textarea } from '@mantine/core'
import { type Ref, useRef, useState } from 'react'
import type { TriagedKind } from '../../../contract/features/triage'
import { longestNote } from '../../../contract/limits'
import type { WorkspaceRef } from '../../../contract/workspace'
import { workspaceKey } from '../../../contract/workspace-key'
import { client } from '../../client/bridge'
import { keptUntilForgotten } from '../../client/forgetting'
import { useWorkspace } from '../../client/workspace'
import { leaveOnEscape } from '../../ui/leave-on-escape'
import { useUnsaved } from '../use-unsaved'

/** By record, until it is saved. */
const unsaved = keptUntilForgotten(new Map<string, string>())

interface Noted {
  readonly workspace: WorkspaceRef
  readonly kind: TriagedKind
  readonly id: string
}

const keyOf = ({ workspace, kind, id }: Noted) => JSON.stringify([workspaceKey(workspace), kind, id])

function useNoteKey(kind: TriagedKind, id: string): string {
  return keyOf({ workspace: useWorkspace().ref, kind, id })
}

/** Typed and not saved. */
export function noteInField(noted: Noted): string | undefined {
  return unsaved.get(keyOf(noted))?.trim()
}

/** In place of what was typed, too. */
export async function replaceNote(noted: Noted, note: string): Promise<void> {
  const key = keyOf(noted)
  const typed = unsaved.get(key)
  unsaved.delete(key)
  try {
    await client.triage.setNote({ ...noted, note })
  } catch (error) {
    if (typed !== undefined && !unsaved.has(key)) unsaved.set(key, typed)
    throw error
  }
}

export function useHasUnsavedNote(kind: TriagedKind, id: string): boolean {
  return (unsaved.get(useNoteKey(kind, id)) ?? '') !== ''
}

export interface NoteFieldProps {
  readonly ref: Ref<HTMLTextAreaElement>
  readonly kind: TriagedKind
  readonly id: string
  readonly note: string
  /** With each save: what the note was when the field was entered, and is now. */
  readonly onEdit?: ((before: string, after: string) => void) | undefined
  /** With Escape, or Ctrl or Cmd with Enter. */
  readonly onLeave: () => void
  readonly onBlur: () => void
}

/** Of one record: another one needs another field. */
export function NoteField({ ref, kind, id, note, onEdit, onLeave, onBlur }: NoteFieldProps) {
  const { ref: workspace } = useWorkspace()
  const key = useNoteKey(kind, id)
  const [text, setText] = useState(() => unsaved.get(key) ?? note)
  const [read, setRead] = useState(note)
  if (note !== read) {
    setRead(note)
    // Saved without the space at the end, after which the person may type on.
    if (!unsaved.has(key) && note !== text.trim()) setText(note)
  }
  const entered = useRef(note)
  const told = useRef(note)
  const { saveSoon, flush } = useUnsaved({
    unsaved,
    key,
    save: (typed) => {
      const written = typed.trim()
      // What could not be saved is tried again without being edited again.
      if (written !== told.current) onEdit?.(entered.current, written)
      told.current = written
      return client.triage.setNote({ workspace, kind, id, note: written })
    },
  })

  return (
    <Textarea
      ref={ref}
      label="Note"
      size="xs"
      rows={3}
      resize="vertical"
      maxLength={longestNote}
      value={text}
      dir="auto"
      onFocus={() => {
        entered.current = text.trim()
      }}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        saveSoon(value)
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
