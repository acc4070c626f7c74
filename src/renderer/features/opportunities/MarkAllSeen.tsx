// Lists what marking would do, insight by insight, as far as this app knows. The focus starts on Cancel, as the service
// cannot undo it.
import { Button, Modal, Text } from '@mantine/core'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { AppError, type ErrorReport } from '../../../contract/errors'
import type { MarkedInsight, OpportunityDetail } from '../../../contract/features/opportunities'
import { client } from '../../client/bridge'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { useDialogWanted } from '../../navigation/location-state'
import { ChangePlace } from '../../records/ChangePlace'
import { MaskedText } from '../../records/MaskedText'
import { type NamedGroup, type NamedRecord, NamedRecords } from '../../records/NamedRecords'
import { OfflineNote, useWhyNotNow } from '../../records/OfflineNote'
import { insightKind, relatedPath } from '../../records/record-kind'
import { counted, shownTitle } from '../../records/record-words'
import { ActionButton } from '../../ui/ActionButton'
import { BusyButton } from '../../ui/BusyButton'
import { DialogActions } from '../../ui/DialogActions'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { LiveText } from '../../ui/LiveText'
import { notifyInView } from '../../ui/notify'
import { useSendingLook } from '../../ui/sending-look'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { useOtherWorkspaceLabel } from '../../ui/use-other-workspace-label'
import { doubtWords, opportunityTexts, previewWords, resultWords } from './opportunity-words'

interface MarkSeenDialogProps {
  readonly id: string
  readonly title: string
  /** The service asks for discretion, and nobody revealed the title yet. */
  readonly isHidden: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
}

interface Endings {
  /** Marked; the next read of the list has this many unseen. */
  readonly onRead: (unseen: number) => void
  /** Marked, but the list was not read afterwards. */
  readonly onUnread: (error: ErrorReport) => void
}

function useMarking(id: string, { onRead, onUnread }: Endings) {
  const { ref: workspace } = useWorkspace()
  const once = useOneAtATime()
  const { mutate, ...marking } = useMutation({
    ...mutationOptionsFor('opportunities', 'markAllSeen'),
    onSuccess: ({ unseen, rereadError }) => (rereadError === null ? onRead(unseen) : onUnread(rereadError)),
    onError: () => once.end(),
  })
  return { ...marking, mark: () => once.begin() && mutate({ workspace, id }) }
}

interface Preview {
  readonly unseen: number
  readonly marked: readonly MarkedInsight[]
}

const named = ({ id, title, hideContent, alsoIn }: MarkedInsight): NamedRecord => ({
  ...{ id, name: shownTitle({ id, title }), hideContent },
  mark: alsoIn === 0 ? null : `also in ${counted(alsoIn, 'other opportunity', 'other opportunities')}`,
})

function markedGroups(id: string, { unseen, marked }: Preview): readonly NamedGroup[] {
  const all = relatedPath(insightKind, { kind: 'opportunity', id })
  return [
    {
      ...{ heading: 'Will be marked as seen', total: unseen, records: marked.map(named) },
      ...{ view: insightKind.heading, to: `${all}&seen=unseen` },
    },
  ]
}

type QuestionProps = Omit<MarkSeenDialogProps, 'isOpen'> & Endings

function Question({ id, title, isHidden, onClose, ...endings }: QuestionProps) {
  const { ref: workspace } = useWorkspace()
  const preview = useQuery({
    ...queryOptionsFor('opportunities', 'markAllSeenPreview', { workspace, id }),
    staleTime: 0,
  })
  const { mark, isPending, error } = useMarking(id, endings)
  const [asked, setAsked] = useState(preview.data)
  const failure = error ?? preview.error
  const look = useSendingLook()
  // The new list, with nothing left to mark, may arrive before the answer.
  const shown = isPending ? asked : preview.data
  const isReady = shown !== undefined && shown.unseen > 0
  const send = () => {
    setAsked(preview.data)
    mark()
  }
  return (
    <>
      <ChangePlace />
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        <MaskedText name={shownTitle({ id, title })} hideContent={isHidden} to={null} />
      </Text>
      <Text size="sm" mt="sm" role="status">
        {shown && (isReady ? previewWords(shown) : opportunityTexts.allSeen)}
      </Text>
      {shown && (
        <NamedRecords label="Insights in this opportunity" groups={markedGroups(id, shown)} onLeave={onClose} />
      )}
      <OfflineNote />
      {failure !== null && (
        <>
          <ErrorNotice mt={16} error={failure} onRetry={error ? send : () => void preview.refetch()} />
          {error && doubtWords(error) && (
            <Text size="sm" mt={6}>
              {doubtWords(error)}
            </Text>
          )}
        </>
      )}
      <DialogActions>
        <Button variant="default" data-autofocus disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <BusyButton {...look} disabled={!isReady} isBusy={isPending} onClick={send}>
          Mark as seen
        </BusyButton>
      </DialogActions>
    </>
  )
}

interface NotReadAgainProps {
  readonly id: string
  readonly error: ErrorReport
  readonly onRead: (unseen: number) => void
  readonly onClose: () => void
}

/** The insights are marked, but the list could not be read again: until then, the counts are this app's own. */
function NotReadAgain({ id, error, onRead, onClose }: NotReadAgainProps) {
  const { ref: workspace } = useWorkspace()
  const reading = useMutation<number, AppError>({
    async mutationFn() {
      const { error: again } = await client.sync.now({ workspace })
      if (again !== null) throw AppError.of(again)
      const preview = client.opportunities.markAllSeenPreview({ workspace, id })
      return preview.then(
        ({ unseen }) => unseen,
        (reason: AppError) => {
          // The new list has no insight of it, so none is unseen.
          if (reason.code === 'NOT_FOUND') return 0
          throw reason
        },
      )
    },
  })

  return (
    <>
      <Text size="sm" mb="sm" role="status">
        <LiveText>{opportunityTexts.listNotRefreshed}</LiveText>
      </Text>
      <ErrorNotice error={reading.error ?? error} />
      <DialogActions>
        <Button autoFocus variant="default" onClick={onClose}>
          Close
        </Button>
        <BusyButton isBusy={reading.isPending} onClick={() => reading.mutate(undefined, { onSuccess: onRead })}>
          Refresh
        </BusyButton>
      </DialogActions>
    </>
  )
}

function Content({ onClose, ...rest }: Omit<QuestionProps, keyof Endings>) {
  const [unread, setUnread] = useState<ErrorReport | null>(null)
  const otherWorkspaceLabel = useOtherWorkspaceLabel()
  const onRead = (unseen: number) => {
    notifyInView(resultWords(unseen), unseen === 0 ? 'green' : 'yellow', otherWorkspaceLabel())
    onClose()
  }
  if (unread !== null) return <NotReadAgain id={rest.id} error={unread} onRead={onRead} onClose={onClose} />
  return <Question {...rest} onClose={onClose} onRead={onRead} onUnread={setUnread} />
}

export function MarkSeenDialog({ isOpen, onClose, ...subject }: MarkSeenDialogProps) {
  const isRunning = useIsMutating(mutationOptionsFor('opportunities', 'markAllSeen')) > 0
  return (
    <Modal
      opened={isOpen}
      // A sent request cannot be recalled, and its failure shows in this dialog, so it stays open until the answer.
      onClose={() => !isRunning && onClose()}
      title="Mark all as seen"
      centered
      withCloseButton={false}
    >
      <Content {...subject} onClose={onClose} />
    </Modal>
  )
}

interface MarkAllSeenProps {
  readonly opportunity: OpportunityDetail
  readonly isMasked: boolean
}

/** Why there is nothing to mark; null: there is. */
export function nothingToMark({ insights, unseen }: Pick<OpportunityDetail, 'insights' | 'unseen'>): string | null {
  if (insights === 0) return opportunityTexts.noInsights
  if (unseen === 0) return opportunityTexts.allSeen
  return null
}

/** Marks every insight of the opportunity as seen, after showing how many. */
export function MarkAllSeen({ opportunity, isMasked }: MarkAllSeenProps) {
  const whyNotNow = useWhyNotNow()
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback(() => setIsOpen(true), [])
  const disabledReason = nothingToMark(opportunity) ?? whyNotNow
  useDialogWanted('mark-seen', open, disabledReason === null)
  return (
    <>
      <ActionButton isSmall disabledReason={disabledReason} onClick={open}>
        Mark all as seen…
      </ActionButton>
      <MarkSeenDialog
        id={opportunity.id}
        title={opportunity.title}
        isHidden={isMasked}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
