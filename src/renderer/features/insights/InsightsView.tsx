// The view of insights: the list with its filters and details, and the form for a new one, which `new=1` in the address
// opens.

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { InsightRow } from '../../../contract/features/insights'
import { insightCounts, queryOptionsFor } from '../../client/queries'
import { useSyncStatus, useWorkspace } from '../../client/workspace'
import { type ColumnsOf, ListShell } from '../../records/ListShell'
import { rowName } from '../../records/MaskedText'
import { NoRecords } from '../../records/NoRecords'
import { insightKind } from '../../records/record-kind'
import { countedOf } from '../../records/record-words'
import { CopyButton } from '../../records/SelectionBar'
import { useKey } from '../../ui/keys'
import { lazyDialog, lazyWithPreload } from '../../ui/lazy-with-preload'
import { usePainted } from '../../ui/use-painted'
import { InsightToolbar } from './InsightToolbar'
import { insightColumns } from './insight-columns'
import { useInsightFilterKeys, useInsightList, useTriageOf } from './insight-list'
import { insightText } from './insight-words'
import { useNewInsight } from './use-new-insight'

/** Details of the open insight, in any view. */
export const InsightDetails = lazyWithPreload(() =>
  import('./InsightDetails').then(({ InsightDetails }) => InsightDetails),
)
/** Scores of the insight in triage. */
export const DetailScores = lazyWithPreload(() => import('./DetailScores').then(({ DetailScores }) => DetailScores))
const NewInsightDialog = lazyDialog(() => import('./NewInsightDialog').then(({ NewInsightDialog }) => NewInsightDialog))

export function InsightsView() {
  const { ref: workspace, name } = useWorkspace()
  const list = useInsightList(workspace)
  const { data: { greatestScore } = { greatestScore: null } } = useQuery(insightCounts(workspace))
  const { data: drafts = [] } = useQuery(queryOptionsFor('insights', 'drafts', { workspace }))
  const sync = useSyncStatus()
  const newInsight = useNewInsight(list)
  const columnsOf = useMemo<ColumnsOf<InsightRow>>(
    () => (revealed) => insightColumns(revealed, greatestScore),
    [greatestScore],
  )

  const { rows } = list.state
  const isEmpty = rows !== null && rows.counts.total === 0
  const isSettled = !isEmpty || (sync !== undefined && (sync.syncedAt ?? sync.error) !== null)
  usePainted('insights', rows !== null && isSettled ? rows.counts.total : null)

  const onNew = newInsight.blockedBecause === null ? newInsight.open : null
  useKey('c', () => onNew?.(), { enabled: onNew !== null })
  useInsightFilterKeys(list.params)
  const onTriage = useTriageOf(list.params)
  useKey('t', onTriage)

  return (
    <>
      <ListShell
        list={list}
        columnsOf={columnsOf}
        nameOf={rowName}
        markedId={newInsight.markedId}
        toolbar={(parts) => (
          <InsightToolbar
            list={list}
            onNew={newInsight.open}
            drafts={drafts}
            onDraft={newInsight.openDraft}
            onTriage={onTriage}
            newBlockedBecause={newInsight.blockedBecause}
            {...parts}
          />
        )}
        selectionTools={(chosen) => (
          <CopyButton
            lines={() => chosen.map((row) => insightText(row, list.revealed))}
            what={countedOf(insightKind, chosen.length)}
          >
            Copy as text
          </CopyButton>
        )}
        empty={
          <NoRecords
            list={list}
            areRelated={false}
            nothingThere={`${name} has no insights. They appear when the service derives them from feedback, or when you create one.`}
            action={onNew && <Button onClick={onNew}>Create an insight</Button>}
          />
        }
        details={(id) => <InsightDetails list={list} id={id} />}
      />
      {newInsight.wasOpen && (
        <NewInsightDialog
          workspace={workspace}
          changeId={newInsight.changeId}
          feedbackIds={newInsight.feedbackIds}
          draftId={newInsight.draftId}
          isOpen={newInsight.isOpen}
          onClose={newInsight.close}
          onCreated={newInsight.onCreated}
        />
      )}
    </>
  )
}
