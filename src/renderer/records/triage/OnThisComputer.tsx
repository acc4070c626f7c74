import { Button } from '@mantine/core'
import { IconCheck, IconClockPause } from '@tabler/icons-react'
import { useState } from 'react'
import type { Triage, TriagedKind } from '../../../contract/features/triage'
import { RelativeTime } from '../../ui/RelativeTime'
import { Section } from '../DetailParts'
import { SnoozeMenu } from './SnoozeMenu'
import classes from './triage.module.css'
import { onlyHere, snoozedText } from './triage-words'
import { type TriageOf, useTriage } from './use-triage'
import { useWriting, WriteButtons, Written } from './Written'

interface OnThisComputerProps {
  readonly kind: TriagedKind
  readonly id: string
}

/** In the details of any record: the person's own note and labels, and of an insight what they decided. */
export function OnThisComputer({ kind, id }: OnThisComputerProps) {
  const { triage, decide } = useTriage(kind, id)
  const writing = useWriting()
  if (triage === undefined) return null
  return (
    <Section title="Only on this computer" info={onlyHere}>
      {kind === 'insight' && <Decided triage={triage} />}
      <div className={classes.buttons}>
        {kind === 'insight' && <Decisions triage={triage} decide={decide} />}
        <WriteButtons writing={writing} {...(kind === 'metric' && { labelButton: 'Private label…' })} />
      </div>
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

/** The same element takes each state back, so that the focus stays on it. */
function Decisions({ triage: { status }, decide }: { readonly triage: Triage } & Pick<TriageOf, 'decide'>) {
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
