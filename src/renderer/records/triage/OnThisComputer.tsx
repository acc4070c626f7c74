import { IconCheck, IconClockPause } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { onlyOnThisComputer } from '../../../contract/features/record-words'
import type { Triage, TriageDecision, TriagedKind } from '../../../contract/features/triage'
import { InfoTip } from '../../ui/InfoTip'
import { PaneButton } from '../../ui/PaneButton'
import { RelativeTime } from '../../ui/RelativeTime'
import { Section } from '../DetailParts'
import type { Titled } from '../record-words'
import { SnoozeMenu } from './SnoozeMenu'
import classes from './triage.module.css'
import { onlyHere, snoozedText } from './triage-words'
import { useDecide, useTriageQuery } from './use-triage'
import { AwaitedField, useWriting, WriteButtons, Written } from './Written'

interface OnThisComputerProps {
  readonly kind: TriagedKind
  readonly id: string
  /** Its title names it in notices. */
  readonly record?: Titled
  /** Makes it a bar below the title, where its buttons stay while the rest scrolls. */
  readonly isBar?: boolean
  /** Shows nothing while the record is read, but a note can be asked for. */
  readonly isReading?: boolean
  /** Buttons in the bar that change the service, before and after those for this computer only. */
  readonly first?: ReactNode
  readonly last?: ReactNode
  /** More buttons in the bar. */
  readonly children?: ReactNode
}

/** Tells a screen reader that these buttons change the service, though the region around them is only on this computer. */
function InService({ children }: { readonly children: ReactNode }) {
  if (!children) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a box of its own, and these are no fields.
    <div role="group" aria-label="In the service" className={classes.own}>
      {children}
    </div>
  )
}

/** The person's decisions, note and labels in the details of any record. */
export function OnThisComputer(props: OnThisComputerProps) {
  const { kind, id, record = {}, isBar = false, isReading = false, first, last, children } = props
  const { data: triage, isPending } = useTriageQuery(kind, id)
  const decide = useDecide(kind, id, record)
  // Lists label their rows with the same key.
  const writing = useWriting({ canLabel: !isBar })
  const awaited = <AwaitedField writing={writing} isComing={isReading || isPending} />
  if (isReading || (triage === undefined && !isBar)) return awaited
  const buttons = triage && (
    <>
      <Decisions kind={kind} triage={triage} decide={decide} />
      <WriteButtons writing={writing} hasNote={triage.note !== ''} />
    </>
  )
  const below = triage ? (
    <>
      <Decided triage={triage} />
      <Written {...{ kind, id, triage, writing }} />
    </>
  ) : (
    awaited
  )
  if (isBar) {
    return (
      <section aria-label={onlyOnThisComputer} className={classes.own}>
        <div
          role="toolbar"
          aria-label="Actions"
          className={classes.bar}
          data-pane-bar
          data-reading={isPending || undefined}
        >
          <InService>{first}</InService>
          {buttons}
          {last && children}
          <div className={classes.end}>
            {last ? <InService>{last}</InService> : children}
            {triage && <InfoTip text={onlyHere} />}
          </div>
        </div>
        {below}
      </section>
    )
  }
  return (
    <Section title={onlyOnThisComputer} info={onlyHere}>
      <div className={classes.buttons}>{buttons}</div>
      {below}
    </Section>
  )
}

function Decided({ triage }: { readonly triage: Triage }) {
  if (triage.status === 'open') return null
  return (
    <p className={classes.decided}>
      {triage.status === 'snoozed' ? (
        <>
          <IconClockPause size={15} stroke={1.8} aria-hidden /> {snoozedText(triage)}
        </>
      ) : (
        <>
          <IconCheck size={15} stroke={1.8} aria-hidden /> Reviewed{' '}
          {triage.decidedAt !== null && <RelativeTime at={triage.decidedAt} />}
        </>
      )}
    </p>
  )
}

interface DecisionsProps {
  readonly kind: TriagedKind
  readonly triage: Triage
  readonly decide: (decision: TriageDecision) => Promise<void>
}

/** One element sets and takes back each state, so that the focus stays on it. */
function Decisions({ kind, triage: { status }, decide }: DecisionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isSnoozed = status === 'snoozed'
  return (
    <>
      <PaneButton onClick={() => void decide({ status: status === 'reviewed' ? 'open' : 'reviewed' })}>
        {status === 'reviewed' ? 'Mark as not reviewed' : 'Mark as reviewed'}
      </PaneButton>
      <SnoozeMenu
        kind={kind}
        isOpen={isOpen}
        onOpen={(next) => setIsOpen(next && !isSnoozed)}
        onSnooze={(until) => void decide({ status: 'snoozed', until })}
      >
        <PaneButton {...(isSnoozed && { onClick: () => void decide({ status: 'open' }) })}>
          {isSnoozed ? 'End snooze' : 'Snooze…'}
        </PaneButton>
      </SnoozeMenu>
    </>
  )
}
