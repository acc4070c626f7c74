// Everything the library knows about one record. While another record is read, the last one stays, and the values that the
// list has already (title, status) are shown at once.

import { Button } from '@mantine/core'
import { IconGhost2 } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AppError } from '../../contract/errors'
import { capital } from '../../contract/first-letter'
import { useWorkspace } from '../client/workspace'
import { EmptyState } from '../ui/EmptyState'
import { ErrorNotice } from '../ui/ErrorNotice'
import { BriefButton, briefOf } from './brief-dialog'
import classes from './details.module.css'
import { HiddenMark, type Revealed } from './MaskedText'
import type { RecordKind } from './record-kind'
import { listTexts, shownTitle } from './record-words'
import { NoteAndLabels } from './triage/NoteAndLabels'
import { OnThisComputer } from './triage/OnThisComputer'
import type { DetailsList } from './use-record-list'

interface Head {
  readonly id: string
  readonly title: string
  readonly hideContent: boolean
}

interface RecordDetailsProps<Row extends Head, Detail extends Row & { readonly description: string }> {
  readonly list: DetailsList<Row>
  readonly id: string
  readonly query: UseQueryOptions<Detail, AppError>
  /** Above the title: values that the list has too, in words. */
  readonly marks: (known: Row) => ReactNode
  /** Below the title: the values that rank the record, or its change to be sent. */
  readonly actions?: (detail: Detail) => ReactNode
  /** Small buttons at both ends of the bar, which change the service. */
  readonly firstInBar?: (detail: Detail) => ReactNode
  readonly lastInBar?: (detail: Detail) => ReactNode
  /** The body shows the description, in a place of its own. */
  readonly hasDescriptionInBody?: boolean
  /** All the rest. Not shown while the content is hidden. */
  readonly body: (detail: Detail) => ReactNode
  /** Says why the record may be missing, where the usual reasons do not apply. */
  readonly notFound?: ReactNode
  /** Shown even while the content is hidden: counts and dates. */
  readonly facts: (detail: Detail, isMasked: boolean) => ReactNode
}

interface HeadTitleProps {
  readonly kind: RecordKind
  readonly known: Head
  readonly revealed: Revealed
}

function HeadTitle({ kind, known, revealed }: HeadTitleProps) {
  const { id, hideContent } = known
  const isMasked = hideContent && !revealed.isRevealed(id)
  return (
    <>
      <h2 className={classes.title} dir={isMasked ? undefined : 'auto'}>
        {isMasked ? <HiddenMark size={17} /> : shownTitle(known)}
      </h2>
      {isMasked && <p className={classes.muted}>This {kind.one} is marked as sensitive.</p>}
      {/* One button for both ways, so that the focus stays on it: content just seen can be hidden again at once. */}
      {hideContent && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => (isMasked ? revealed.onReveal : revealed.onHide)(id)}
        >
          {isMasked ? 'Reveal' : 'Hide'}
        </Button>
      )}
    </>
  )
}

export function RecordDetails<Row extends Head, Detail extends Row & { readonly description: string }>(
  props: RecordDetailsProps<Row, Detail>,
) {
  const { list, id, query, marks, actions, firstInBar, lastInBar, hasDescriptionInBody = false, body, facts } = props
  const { notFound } = props
  const { kind, state, revealed } = list
  const { data, error, isLoadingError, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  const detail = data?.id === id ? data : undefined
  const row = state.rows?.rowAt(state.rows.indexOf(id))
  const known: Row | undefined = detail ?? row ?? data
  const subject = briefOf(kind, id)
  const isMasked = known?.hideContent === true && !revealed.isRevealed(known.id)

  if (error?.code === 'NOT_FOUND') {
    return <div className={classes.scroller}>{notFound ?? <UnknownRecord kind={kind} id={id} />}</div>
  }
  return (
    <div className={classes.scroller} key={id}>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!isLoadingError && known !== undefined && (
        <>
          <header className={classes.head}>
            <div className={classes.marks}>{marks(known)}</div>
            <HeadTitle kind={kind} known={known} revealed={revealed} />
            {detail && actions?.(detail)}
          </header>
          {kind.triaged !== undefined && (
            <OnThisComputer
              key={id}
              kind={kind.triaged}
              id={id}
              record={known}
              isBar
              isReading={detail === undefined}
              first={detail && firstInBar?.(detail)}
              last={detail && lastInBar?.(detail)}
            >
              {subject !== null && <BriefButton isInBar subject={subject} />}
            </OnThisComputer>
          )}
          {detail === undefined && <span className={classes.reading} role="status" aria-label="Loading details" />}
          {detail && !isMasked && !hasDescriptionInBody && detail.description !== '' && (
            <p className={classes.description} dir="auto">
              {detail.description}
            </p>
          )}
          {detail && !isMasked && body(detail)}
          {detail && facts(detail, isMasked)}
        </>
      )}
    </div>
  )
}

interface UnknownRecordProps {
  readonly kind: Pick<RecordKind, 'one' | 'triaged'>
  readonly id: string
  /** Says why the record may be missing. */
  readonly children?: string
}

/** Stands in for the details of a record that is in no list here. What the person wrote about it stays readable. */
export function UnknownRecord({ kind, id, children = listTexts.notFound }: UnknownRecordProps) {
  const { ref: workspace } = useWorkspace()
  return (
    <>
      <EmptyState icon={<IconGhost2 size={22} />} title={`${capital(kind.one)} not found`}>
        {children}
      </EmptyState>
      {kind.triaged !== undefined && <NoteAndLabels {...{ workspace, id }} kind={kind.triaged} />}
    </>
  )
}
