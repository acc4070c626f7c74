// The view of insights: filters, the list, the details beside it and the form for a new one. What is shown is in the
// address: filters and order in its query string, the open insight in its path, `new=1` for the open form.
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { usePreferences } from '../../app/preferences'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { loadLater } from '../../ui/load-later'
import { VirtualTable, type VirtualTableHandle } from '../../ui/table/VirtualTable'
import { DetailPane } from './DetailPane'
import classes from './InsightsView.module.css'
import { insightColumns } from './insight-columns'
import { countText } from './insight-words'
import { NoRows } from './NoRows'
import { Toolbar } from './Toolbar'
import { useActiveRow } from './use-active-row'
import { useInsightKeys } from './use-insight-keys'
import { useInsightRows } from './use-insight-rows'
import { useNewInsight } from './use-new-insight'
import { useOpenInsight } from './use-open-insight'
import { usePainted } from './use-painted'
import { useRevealed } from './use-revealed'
import { useSearch } from './use-search'

const NewInsightDialog = loadLater(() => import('./NewInsightDialog').then(({ NewInsightDialog }) => NewInsightDialog))

const rowHeights = { compact: 36, comfortable: 52 }

export function InsightsView() {
  const { ref: workspace, name } = useWorkspace()
  const { density } = usePreferences()
  const search = useSearch()
  const { rows, error, retry, onRange } = useInsightRows(workspace, search)
  const { data: sync } = useQuery(queryOf('sync', 'status', { workspace }))
  const revealed = useRevealed()
  const newInsight = useNewInsight()
  const table = useRef<VirtualTableHandle>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const firstFilter = useRef<HTMLButtonElement>(null)
  const { ref: body, width: room } = useElementSize()
  const [activeIndex, setActiveIndex] = useActiveRow(rows)
  const open = useOpenInsight({ rows, table, setActiveIndex })

  const isBesideDetails = open.id !== null
  const columns = useMemo(() => insightColumns({ ...revealed, isBesideDetails }), [revealed, isBesideDetails])
  const isEmpty = rows !== null && rows.counts.total === 0
  const isSettled = !isEmpty || rows.counts.all > 0 || (sync !== undefined && (sync.syncedAt ?? sync.error) !== null)
  usePainted(rows !== null && isSettled ? rows.counts.total : null)

  const key = rows?.key
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (key === undefined) return
    if (!isFirst.current) table.current?.scrollToTop()
    isFirst.current = false
  }, [key])

  const onNew = newInsight.blockedBecause === null ? newInsight.open : null
  useInsightKeys({
    onMove: (by) => table.current?.moveBy(by),
    onSearch: () => {
      searchField.current?.focus()
      searchField.current?.select()
    },
    onFilter: () => firstFilter.current?.focus(),
    onNew,
    onClose: open.id === null ? null : open.close,
  })

  return (
    <div className={classes.view}>
      <Toolbar
        search={search}
        countText={rows && countText(rows.counts, search.isFiltered)}
        searchField={searchField}
        firstFilter={firstFilter}
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
              rowCount={rows.counts.total}
              rowAt={rows.rowAt}
              rowId={(row) => row.id}
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
          <DetailPane
            workspace={workspace}
            id={open.id}
            row={rows?.rowAt(rows.indexOf(open.id))}
            isRevealed={revealed.isRevealed(open.id)}
            onReveal={revealed.onReveal}
            onClose={open.close}
            region={open.region}
            room={room}
          />
        )}
      </div>
      {newInsight.wasOpen && (
        <NewInsightDialog
          workspace={workspace}
          isOpen={newInsight.isOpen}
          onClose={newInsight.close}
          onCreated={newInsight.onCreated}
        />
      )}
    </div>
  )
}
