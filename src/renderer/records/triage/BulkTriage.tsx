// Decides about and labels the selected rows of a list together, or the one row that the keys act on where none is
// selected. The last step can be undone.
import { IconCheck, IconClockPause, IconTag } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { TriageDecision, TriagedKind, TriageMarks } from '../../../contract/features/triage'
import { mutationOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { KeyHint } from '../../ui/KeyHint'
import { mustKeepFocus } from '../../ui/key-registry'
import { useKey } from '../../ui/keys'
import { lazyDialog } from '../../ui/lazy-with-preload'
import { notifyError, notifyInView } from '../../ui/notify'
import { ToolButton } from '../../ui/ToolButton'
import type { RecordKind } from '../record-kind'
import { alreadyUpToDate, countedOf, nameInNotice, type Titled } from '../record-words'
import { rowIndexOf } from '../table/use-roving-rows'
import type { VirtualTableHandle } from '../table/VirtualTable'
import type { Selection } from '../use-selection'
import { SnoozeMenu } from './SnoozeMenu'
import { decidedText, fullText } from './triage-words'
import { useUndoSteps } from './undo-step'

const LabelDialog = lazyDialog(() => import('./LabelDialog').then(({ LabelDialog }) => LabelDialog))

interface Row extends Titled {
  readonly id: string
  /** None: nothing was decided or written about the row. */
  readonly triage?: TriageMarks | null | undefined
}

interface Labels {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

export interface BulkTriage {
  readonly kind: TriagedKind
  /** "3 insights" */
  readonly what: string
  /** Whether all selected rows are reviewed; then the same button and key take that back. */
  readonly areReviewed: boolean
  readonly areSeveral: boolean
  readonly review: () => void
  readonly snooze: (until: string | null) => void
  readonly label: (labels: Labels) => void
  /** The records that the labels are for: "3 insights". */
  readonly labelled: string
  readonly open: 'snooze' | 'labels' | null
  readonly setOpen: (open: BulkTriage['open']) => void
}

interface Asked {
  readonly open: BulkTriage['open']
  /** The rows when it was opened: if one goes meanwhile, the next one must not take its place. */
  readonly rows: readonly Row[]
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

const named = (labels: readonly string[]) => labels.map((label) => `“${label}”`).join(', ')

function labelledText({ add, remove }: Labels, what: string): string {
  if (remove.length === 0) return `Added ${named(add)} to ${what}`
  if (add.length === 0) return `Removed ${named(remove)} from ${what}`
  return `Changed the labels of ${what}`
}

const sum = (groups: readonly { readonly ids: readonly string[] }[]) =>
  groups.reduce((total, { ids }) => total + ids.length, 0)

interface BulkTriageOptions {
  readonly kind: RecordKind
  readonly selection: Selection<Row>
  /** The row to decide about when none is selected; null: the keys act on no row. */
  readonly current: Row | null
  /** Whether the details of the current row are open; otherwise that row is meant only while it has the focus. */
  readonly isOpen: boolean
  readonly table: RefObject<Pick<VirtualTableHandle, 'focusActiveRow'> | null>
  /** Called before a decision, by which these rows may change places. */
  readonly leave: (ids: readonly string[]) => void
  /** Called when an undo begins that brings the row back. */
  readonly backTo: (id: string) => void
}

/** null: such records are not decided about one by one in a list. */
export function useBulkTriage(options: BulkTriageOptions): BulkTriage | null {
  const { kind: recordKind, selection, current, isOpen, table, leave, backTo } = options
  const { triaged: kind } = recordKind
  const { ref: workspace } = useWorkspace()
  const { mutateAsync: decideAll } = useMutation(mutationOptionsFor('triage', 'decideAll'))
  const { mutateAsync: labelAll } = useMutation(mutationOptionsFor('triage', 'labelAll'))
  const [asked, setAsked] = useState<Asked>({ open: null, rows: [] })
  const { done, underWay } = useUndoSteps()

  const rows = selection.size > 0 || current === null ? selection.rows : [current]
  const named = (records: number) => countedOf(recordKind, records)
  const whatOf = (done: readonly Row[], records: number) =>
    nameInNotice(done.length === 1 ? done[0] : undefined, named(records))
  const areReviewed = rows.every(({ triage }) => triage?.status === 'reviewed')

  const decide = async (decision: TriageDecision, which: readonly Row[]) => {
    if (kind === undefined) return
    const ids = idsOf(which)
    const areSelected = ids.some(selection.isSelected)
    const selectAgain = selection.remember()
    leave(ids)
    try {
      const result = await underWay(decideAll({ workspace, kind, decisions: [{ ids, decision, from: null }] }))
      const changed = sum(result.undo)
      if (changed === 0) return notifyInView(alreadyUpToDate, 'yellow')
      const [first] = ids
      done(decidedText(whatOf(which, changed), decision), async () => {
        if (first !== undefined) backTo(first)
        const reverted = await decideAll({ workspace, kind, decisions: result.undo })
        selectAgain()
        return reverted.undo.length > 0
      })
      if (!areSelected) return
      // The person may have selected others, and may be typing, by the time of the answer.
      selection.drop(ids)
      if (!mustKeepFocus()) table.current?.focusActiveRow()
    } catch (error) {
      notifyError(error)
    }
  }
  const label = async (labels: Labels, which: readonly Row[]) => {
    if (kind === undefined) return
    const [add, remove] = [[...labels.add], [...labels.remove]]
    try {
      const result = await underWay(labelAll({ workspace, kind, changes: [{ ids: idsOf(which), add, remove }] }))
      const full = result.full > 0 ? ` ${fullText(named(result.full))}` : ''
      const changed = sum(result.undo)
      if (changed === 0) return notifyInView(full === '' ? alreadyUpToDate : `Nothing was changed.${full}`, 'yellow')
      const text = labelledText(labels, whatOf(which, changed))
      done(full === '' ? text : `${text}.${full}`, async () => {
        const reverted = await labelAll({ workspace, kind, changes: result.undo })
        return reverted.undo.length > 0
      })
    } catch (error) {
      notifyError(error)
    }
  }

  const setOpen = (open: BulkTriage['open']) => setAsked(open === null ? { ...asked, open } : { open, rows })
  const bulk: BulkTriage = {
    kind: kind ?? 'insight',
    what: named(rows.length),
    areReviewed,
    areSeveral: rows.length > 1,
    review: () => void decide({ status: areReviewed ? 'open' : 'reviewed' }, rows),
    snooze: (until) => void decide({ status: 'snoozed', until }, asked.rows),
    label: (labels) => void label(labels, asked.rows),
    labelled: named(asked.rows.length),
    open: asked.open,
    setOpen,
  }

  const canAct = kind !== undefined && rows.length > 0
  const isMeant = () => selection.size > 0 || isOpen || rowIndexOf(document.activeElement) !== null
  useKey('e', () => isMeant() && bulk.review(), { enabled: canAct })
  useKey('h', () => isMeant() && setOpen('snooze'), { enabled: canAct })
  useKey('l', () => isMeant() && setOpen('labels'), { enabled: canAct })
  return kind === undefined ? null : bulk
}

interface ReviewButtonProps {
  readonly areReviewed?: boolean
  readonly onReview: () => void
}

/** Reviews the selected rows. */
export function ReviewButton({ areReviewed = false, onReview }: ReviewButtonProps) {
  return (
    <ToolButton
      leftSection={<IconCheck size={15} stroke={2} aria-hidden />}
      rightSection={<KeyHint binding="e" />}
      onClick={onReview}
    >
      {areReviewed ? 'Mark as not reviewed' : 'Mark as reviewed'}
    </ToolButton>
  )
}

export function BulkTools({ bulk }: { readonly bulk: BulkTriage }) {
  const { kind, areReviewed, areSeveral, open, setOpen } = bulk
  return (
    <>
      <ReviewButton areReviewed={areReviewed} onReview={bulk.review} />
      <SnoozeMenu
        kind={kind}
        isOpen={open === 'snooze'}
        onOpen={(isOpen) => setOpen(isOpen ? 'snooze' : null)}
        areSeveral={areSeveral}
        onSnooze={bulk.snooze}
      >
        <ToolButton
          leftSection={<IconClockPause size={15} stroke={1.8} aria-hidden />}
          rightSection={<KeyHint binding="h" />}
        >
          Snooze…
        </ToolButton>
      </SnoozeMenu>
      <ToolButton
        leftSection={<IconTag size={15} stroke={1.8} aria-hidden />}
        rightSection={<KeyHint binding="l" />}
        onClick={() => setOpen('labels')}
      >
        Label…
      </ToolButton>
      <BulkLabels bulk={bulk} />
    </>
  )
}

function BulkLabels({ bulk: { labelled, open, setOpen, label } }: { readonly bulk: BulkTriage }) {
  if (open !== 'labels') return null
  return (
    <LabelDialog
      what={labelled}
      onClose={() => setOpen(null)}
      onApply={(labels) => {
        setOpen(null)
        label(labels)
      }}
    />
  )
}

/** Tools of the one row that the keys act on: its menu opens below it, as there is no button. */
export function RowTools({ bulk }: { readonly bulk: BulkTriage }) {
  const { kind, open, setOpen, snooze } = bulk
  const row = open === 'snooze' ? document.querySelector('main [data-index][tabindex="0"]') : undefined
  const { left = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {}
  return (
    <>
      <SnoozeMenu kind={kind} isOpen={open === 'snooze'} onOpen={() => setOpen(null)} onSnooze={snooze}>
        <span style={{ position: 'fixed', visibility: 'hidden', fontSize: 0, left: left + 32, top: bottom }}>
          Snooze
        </span>
      </SnoozeMenu>
      <BulkLabels bulk={bulk} />
    </>
  )
}
