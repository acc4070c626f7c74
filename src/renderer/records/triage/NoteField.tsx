// A note is saved while it is typed, and on leaving the field.
import { Textarea } from '@mantine/core'
import { type Ref, useRef } from 'react'
import type { TriagedKind } from '../../../contract/features/triage'
import { longestNote } from '../../../contract/limits'
import type { WorkspaceRef } from '../../../contract/workspace'
import { type InWorkspace, keyIn } from '../../../contract/workspace-key'
import { client } from '../../client/bridge'
import { useWorkspace } from '../../client/workspace'
import { leaveOnEscape } from '../../ui/leave-on-escape'
import { isBlurOfWindow } from '../../ui/window-blur'
import { useTypedText } from '../use-typed-text'
import { createUnsaved } from '../use-unsaved'

const unsaved = createUnsaved<string>()

interface Noted {
  readonly workspace: WorkspaceRef
  readonly kind: TriagedKind
  readonly id: string
}

const keyOf = ({ workspace, kind, id }: Noted) => keyIn(workspace, kind, id)

function useNoteKey(kind: TriagedKind, id: string): InWorkspace {
  return keyOf({ workspace: useWorkspace().ref, kind, id })
}

/** Replaces a note that is still `from`, saved or only typed. Resolves to false, changing nothing, where it is not. */
export function replaceNote(noted: Noted, from: string, to: string): Promise<boolean> {
  const key = keyOf(noted)
  return unsaved.inTurn(key, async () => {
    const { note } = await client.triage.get(noted)
    const typed = unsaved.typed.get(key)
    if ((typed?.now.trim() ?? note) !== from) return false
    unsaved.typed.delete(key)
    try {
      await client.triage.setNote({ ...noted, note: to, began: typed?.began ?? note, sent: typed?.sent })
      return true
    } catch (error) {
      if (typed !== undefined && !unsaved.typed.has(key)) unsaved.typed.set(key, typed)
      throw error
    }
  })
}

export function useHasUnsavedNote(kind: TriagedKind, id: string): boolean {
  return (unsaved.typed.get(useNoteKey(kind, id))?.now ?? '') !== ''
}

export interface NoteFieldProps {
  readonly ref: Ref<HTMLTextAreaElement>
  readonly kind: TriagedKind
  readonly id: string
  readonly note: string
  /** Called with each save: the note when the field was entered, and now. */
  readonly onEdit?: ((before: string, after: string) => void) | undefined
  /** Called on Escape, or Ctrl or Cmd with Enter. */
  readonly onLeave: () => void
  readonly onBlur: () => void
}

/** For one record: another one needs another field. */
export function NoteField({ ref, kind, id, note, onEdit, onLeave, onBlur }: NoteFieldProps) {
  const { ref: workspace } = useWorkspace()
  const key = useNoteKey(kind, id)
  const entered = useRef(note)
  const told = useRef(note)
  const { text, type, flush } = useTypedText({
    unsaved,
    key,
    stored: note,
    save: ({ now, ...before }) => {
      const written = now.trim()
      // A failed save is tried again without another edit.
      if (written !== told.current) onEdit?.(entered.current, written)
      told.current = written
      return client.triage.setNote({ workspace, kind, id, note: written, ...before })
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
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        leaveOnEscape(onLeave)(event)
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onLeave()
      }}
      onBlur={(event) => {
        void flush()
        if (!isBlurOfWindow(event)) onBlur()
      }}
    />
  )
}
