import { Button } from '@mantine/core'
import { IconCheck, IconClockPause } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Triage, TriageDecision, TriagedKind } from '../../../contract/features/triage'
import { InfoTip } from '../../ui/InfoTip'
import { RelativeTime } from '../../ui/RelativeTime'
import { Section } from '../DetailParts'
import { SnoozeMenu } from './SnoozeMenu'
import classes from './triage.module.css'
import { onlyHere, snoozedText } from './triage-words'
import { useDecide, useTriage } from './use-triage'
import { useWriting, WriteButtons, Written } from './Written'

const title = 'Only on this computer'

interface OnThisComputerProps {
  readonly kind: TriagedKind
  readonly id: string
  /** Below the title, where its buttons stay while the rest scrolls. */
  readonly isBar?: boolean
  /** At the end of the bar. */
  readonly children?: ReactNode
}

/** In the details of any record: what the person decided and wrote. */
export function OnThisComputer({ kind, id, isBar = false, children }: OnThisComputerProps) {
  const triage = useTriage(kind, id)
  const decide = useDecide(kind, id)
  const isReady = triage !== undefined
  // Lists label their rows with the same key.
  const writing = useWriting({ canNote: isReady, canLabel: isReady && !isBar })
  if (triage === undefined) return null
  const buttons = (
    <>
      <Decisions kind={kind} triage={triage} decide={decide} />
      <WriteButtons writing={writing} {...(kind === 'metric' && { labelButton: 'Private label…' })} />
    </>
  )
  if (isBar) {
    return (
      <section aria-label={title} className={classes.own}>
        <div className={classes.bar} data-pane-bar>
          {buttons}
          {children}
          <InfoTip text={onlyHere} />
        </div>
        <Decided triage={triage} />
        <Written {...{ kind, id, triage, writing }} />
      </section>
    )
  }
  return (
    <Section title={title} info={onlyHere}>
      <div className={classes.buttons}>{buttons}</div>
      <Decided triage={triage} />
      <Written {...{ kind, id, triage, writing }} />
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

/** The same element takes each state back, so that the focus stays on it. */
function Decisions({ kind, triage: { status }, decide }: DecisionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isSnoozed = status === 'snoozed'
  return (
    <>
      <Button
        size="compact-xs"
        px={6}
        variant="default"
        onClick={() => void decide({ status: status === 'reviewed' ? 'open' : 'reviewed' })}
      >
        {status === 'reviewed' ? 'Mark as not reviewed' : 'Mark as reviewed'}
      </Button>
      <SnoozeMenu
        kind={kind}
        isOpen={isOpen}
        onOpen={(next) => setIsOpen(next && !isSnoozed)}
        onSnooze={(until) => void decide({ status: 'snoozed', until })}
      >
        <Button
          size="compact-xs"
          px={6}
          variant="default"
          {...(isSnoozed && { onClick: () => void decide({ status: 'open' }) })}
        >
          {isSnoozed ? 'End snooze' : 'Snooze…'}
        </Button>
      </SnoozeMenu>
    </>
  )
}
