// Views ask for an evidence brief with a button or `b`, and the app shell shows it (BriefDialog).
import { Button } from '@mantine/core'
import { IconFileDescription } from '@tabler/icons-react'
import type { BriefSubject } from '../../contract/features/briefs'
import { longestId } from '../../contract/limits'
import { useKeyShortcut } from '../ui/KeyHint'
import { useKey } from '../ui/keys'
import { PaneButton } from '../ui/PaneButton'
import { createStore } from '../ui/store'
import { useViewCommand } from '../ui/view-commands'
import type { RecordKind } from './record-kind'

export const briefDialog = createStore<BriefSubject | null>(null)

const briefed = ['insight', 'opportunity', 'solution', 'outcome'] as const

/** null: such a record has no brief. */
export function briefOf({ triaged }: RecordKind, id: string): BriefSubject | null {
  const kind = briefed.find((each) => each === triaged)
  const isId = id.trim() !== '' && id.length <= longestId
  return kind !== undefined && isId ? { kind, id: id.trim() } : null
}

/** null: such records have no brief. */
export function briefOfMany({ triaged }: RecordKind, ids: readonly string[]): BriefSubject | null {
  const of = briefed.find((each) => each === triaged)
  return of === undefined ? null : { kind: 'selection', of, ids: [...ids] }
}

interface BriefButtonProps {
  readonly subject: BriefSubject
  readonly size?: 'compact-xs' | 'compact-sm'
  /** Shown among the small buttons of a pane, which have one line. */
  readonly isInBar?: boolean
}

export function BriefButton({ subject, size = 'compact-sm', isInBar = false }: BriefButtonProps) {
  const shortcut = useKeyShortcut()
  const open = () => briefDialog.set(subject)
  useKey('b', open)
  useViewCommand({
    ...{ id: 'brief', of: subject.kind === 'selection' ? 'selection' : 'record', binding: 'b', run: open },
    ...{ label: 'Evidence brief', alsoCalled: 'report summary document share quotes proof' },
  })
  if (isInBar) {
    return (
      <PaneButton aria-label="Evidence brief" {...shortcut('b')} onClick={open}>
        Brief…
      </PaneButton>
    )
  }
  return (
    <Button
      size={size}
      {...(size === 'compact-sm' && { h: 30 })}
      variant="default"
      leftSection={<IconFileDescription size={14} stroke={1.8} aria-hidden />}
      {...shortcut('b')}
      onClick={open}
    >
      Evidence brief
    </Button>
  )
}
