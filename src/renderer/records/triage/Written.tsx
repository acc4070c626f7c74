// Note and labels of a record as fields that can be typed into, and the buttons that begin them.
import { VisuallyHidden } from '@mantine/core'
import { IconNote, IconTag } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Triage, TriagedKind } from '../../../contract/features/triage'
import { KeyHint } from '../../ui/KeyHint'
import { useKey } from '../../ui/keys'
import { leaveOnEscape } from '../../ui/leave-on-escape'
import { PaneButton } from '../../ui/PaneButton'
import { ToolButton } from '../../ui/ToolButton'
import { isBlurOfWindow } from '../../ui/window-blur'
import { LabelsField, type LabelsFieldProps } from './LabelsField'
import { NoteField, type NoteFieldProps, useHasUnsavedNote } from './NoteField'
import classes from './triage.module.css'

type Field = 'note' | 'labels'

export interface Writing {
  readonly wanted: Field | null
  readonly ask: (field: Field) => void
  readonly end: () => void
}

interface WritingKeys {
  readonly canNote?: boolean
  readonly canLabel?: boolean
}

/** The field that the person asked for, by button or key. */
export function useWriting({ canNote = true, canLabel = canNote }: WritingKeys = {}): Writing {
  const [wanted, setWanted] = useState<Field | null>(null)
  useKey('n', () => setWanted('note'), { enabled: canNote })
  useKey('l', () => setWanted('labels'), { enabled: canLabel })
  return { wanted, ask: setWanted, end: () => setWanted(null) }
}

interface WriteButtonsProps {
  readonly writing: Writing
  readonly hasNote: boolean
  /** Makes the buttons large, with their icons and keys. */
  readonly isMode?: boolean
}

export function WriteButtons({ writing, hasNote, isMode = false }: WriteButtonsProps) {
  const Look = isMode ? ToolButton : PaneButton
  const note = hasNote ? 'Edit note' : 'Add note'
  return (
    <>
      <Look
        leftSection={isMode && <IconNote size={15} stroke={1.8} aria-hidden />}
        rightSection={isMode && <KeyHint binding="n" />}
        aria-label={isMode ? undefined : note}
        onClick={() => writing.ask('note')}
      >
        {isMode ? note : 'Note…'}
      </Look>
      <Look
        leftSection={isMode && <IconTag size={15} stroke={1.8} aria-hidden />}
        rightSection={isMode && <KeyHint binding="l" />}
        onClick={() => writing.ask('labels')}
      >
        Label…
      </Look>
    </>
  )
}

const focus = (field: HTMLElement | null) => field?.focus({ preventScroll: true })

interface AwaitedFieldProps {
  readonly writing: Writing
  /** Whether what the field needs is still being read; otherwise reading failed. */
  readonly isComing: boolean
}

/**
 * Has the focus until the field that was asked for is there, as what is typed meanwhile must not act as keys of the view.
 * Stands in place of `Written`.
 */
export function AwaitedField({ writing: { wanted, end }, isComing }: AwaitedFieldProps) {
  const isFailed = wanted !== null && !isComing
  // biome-ignore lint/correctness/useExhaustiveDependencies: `end` is another function each time
  useEffect(() => {
    if (isFailed) end()
  }, [isFailed])
  if (wanted === null || isFailed) return null
  return (
    <VisuallyHidden>
      <textarea
        ref={focus}
        readOnly
        aria-label="Loading details"
        onKeyDown={leaveOnEscape(end)}
        onBlur={(event) => {
          if (!isBlurOfWindow(event)) end()
        }}
      />
    </VisuallyHidden>
  )
}

interface WrittenProps {
  readonly kind: TriagedKind
  readonly id: string
  readonly triage: Pick<Triage, 'note' | 'labels'>
  readonly writing: Writing
  readonly onNote?: NoteFieldProps['onEdit']
  readonly onLabels?: LabelsFieldProps['onEdit']
}

function useFocusWanted(writing: Writing) {
  const note = useRef<HTMLTextAreaElement>(null)
  const labels = useRef<HTMLInputElement>(null)
  const { wanted } = writing
  // In the step that shows the field: the next letter must be typed into it.
  useLayoutEffect(() => {
    const field: RefObject<HTMLElement | null> = wanted === 'note' ? note : labels
    if (wanted !== null) field.current?.focus()
  }, [wanted])
  return { note, labels }
}

/** Renders nothing while there is neither and none was asked for. */
export function Written({ kind, id, triage, writing, onNote, onLabels }: WrittenProps) {
  const place = useRef<HTMLDivElement>(null)
  const { note, labels } = useFocusWanted(writing)
  const isNoteUnsaved = useHasUnsavedNote(kind, id)
  const hasNote = triage.note !== '' || writing.wanted === 'note' || isNoteUnsaved
  const hasLabels = triage.labels.length > 0 || writing.wanted === 'labels'
  // Moves the focus to the part of the view that the keys work in.
  const leave = () => place.current?.closest<HTMLElement>('section[tabindex="-1"]')?.focus()
  if (!hasNote && !hasLabels) return null
  return (
    <div ref={place} className={classes.written}>
      {hasNote && (
        <NoteField
          key={`note of ${kind} ${id}`}
          ref={note}
          {...{ kind, id }}
          note={triage.note}
          onEdit={onNote}
          onLeave={leave}
          onBlur={writing.end}
        />
      )}
      {hasLabels && (
        <LabelsField
          key={`labels of ${kind} ${id}`}
          ref={labels}
          {...{ kind, id }}
          labels={triage.labels}
          onEdit={onLabels}
          onLeave={leave}
          onBlur={writing.end}
        />
      )}
    </div>
  )
}
