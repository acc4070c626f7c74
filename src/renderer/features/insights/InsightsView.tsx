// The view of insights: filters, the list, the details beside it and the form for a new one. What is shown is in the
// address: filters and order in its query string, the open insight in its path, `new=1` for the open form.
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { insightCounts } from '../../app/insight-counts'
import { usePreferences } from '../../app/preferences'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { useKey, useKeysHeldWhile } from '../../ui/keys'
import { loadLater } from '../../ui/load-later'
import { RecordPane } from '../../ui/records/RecordPane'
import { detailsLabel, insightKind } from '../../ui/records/record-kind'
import { rowName } from '../../ui/records/row-name'
import { CopyButton, SelectionBar } from '../../ui/records/SelectionBar'
import { useRevealed } from '../../ui/records/use-revealed'
import { SortMenu } from '../../ui/table/SortMenu'
import { VirtualTable } from '../../ui/table/VirtualTable'
import { useListKeys } from '../../ui/use-list-keys'
import { InsightDetails } from './InsightDetails'
import classes from './InsightsView.module.css'
import { insightColumns } from './insight-columns'
import { insightText } from './insight-text'
import { countText, wasNeverSynced } from './insight-words'
import { NoRows } from './NoRows'
import { Toolbar } from './Toolbar'
import { useInsightFilterKeys } from './use-insight-filter-keys'
import { useInsightList } from './use-insight-list'
import { useNewInsight } from './use-new-insight'
import { usePainted } from './use-painted'
import { useSearch } from './use-search'

const NewInsightDialog = loadLater(() => import('./NewInsightDialog').then(({ NewInsightDialog }) => NewInsightDialog))

const rowHeights = { compact: 36, comfortable: 52 }

export function InsightsView() {
  const { ref: workspace, name } = useWorkspace()
  const { density } = usePreferences()
  const search = useSearch()
  const { rows, error, retry, onRange, words, table, activeIndex, open, selection } = useInsightList(workspace, search)
  const { data: { greatestScore } = { greatestScore: null } } = useQuery(insightCounts(workspace))
  const { data: sync } = useQuery(queryOf('sync', 'status', { workspace }))
  const revealed = useRevealed()
  const newInsight = useNewInsight()
  const { ref: body, width: room } = useElementSize()

  const columns = useMemo(() => insightColumns(revealed, greatestScore), [revealed, greatestScore])
  const isEmpty = rows !== null && rows.counts.total === 0
  const isSettled = !isEmpty || rows.counts.all > 0 || (sync !== undefined && (sync.syncedAt ?? sync.error) !== null)
  // None were counted before the first answer.
  const isUnread = sync !== undefined && wasNeverSynced(sync)
  usePainted(rows !== null && isSettled ? rows.counts.total : null)

  const key = rows?.key
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (key === undefined) return
    if (!isFirst.current) table.current?.scrollToTop()
    isFirst.current = false
  }, [key, table])

  const onNew = newInsight.blockedBecause === null ? newInsight.open : null
  useKey('c', () => onNew?.(), { enabled: onNew !== null })
  useInsightFilterKeys(search)
  useKeysHeldWhile(rows === null && error === null)
  const places = useListKeys({ table, activeIndex, selection, onClose: open.id === null ? null : open.close })

  return (
    <div className={classes.view}>
      <Toolbar
        search={search}
        countText={rows && !(isEmpty && isUnread) ? countText(rows.counts, search.isFiltered) : null}
        places={places}
        sortMenu={<SortMenu columns={columns} sort={search.sort} onSort={search.setSort} />}
        onNew={newInsight.open}
        newBlockedBecause={newInsight.blockedBecause}
      />
      <div ref={body} className={classes.body}>
        <div className={classes.list} data-density={density}>
          {rows === null && error !== null && (
            <div className={classes.error}>
              <ErrorNotice error={error} onRetry={retry} />
            </div>
          )}
          {rows !== null && isEmpty && (
            <NoRows
              workspace={workspace}
              workspaceName={name}
              sync={sync}
              isFiltered={search.isFiltered}
              hasAny={rows.counts.all > 0}
              words={words}
              onClear={search.clear}
              onNew={onNew}
            />
          )}
          {rows !== null && !isEmpty && (
            <VirtualTable
              ref={table}
              label="Insights"
              columns={columns}
              sort={search.sort}
              onSort={search.setSort}
              rows={rows}
              nameOf={(row) => rowName(row, revealed)}
              selection={selection}
              rowHeight={rowHeights[density]}
              activeIndex={activeIndex}
              onActivate={open.activate}
              onOpen={open.openAt}
              openId={open.id}
              markedId={newInsight.markedId}
              onRange={onRange}
            />
          )}
        </div>
        {open.id !== null && (
          <RecordPane label={detailsLabel(insightKind)} region={open.region} room={room} onClose={open.close}>
            <InsightDetails
              workspace={workspace}
              id={open.id}
              row={rows?.rowAt(rows.indexOf(open.id))}
              revealed={revealed}
            />
          </RecordPane>
        )}
      </div>
      <SelectionBar
        selection={selection}
        table={table}
        total={rows?.counts.total ?? 0}
        tools={
          <CopyButton
            lines={() => selection.rows.map((row) => insightText(row, revealed))}
            what={countText({ total: 0, all: selection.size }, false)}
          >
            Copy as text
          </CopyButton>
        }
      />
      {newInsight.wasOpen && (
        <NewInsightDialog
          workspace={workspace}
          changeId={newInsight.changeId}
          feedbackIds={newInsight.feedbackIds}
          isOpen={newInsight.isOpen}
          onClose={newInsight.close}
          onCreated={newInsight.onCreated}
        />
      )}
    </div>
  )
}
