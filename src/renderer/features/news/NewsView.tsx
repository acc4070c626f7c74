// Changes to insights since the last review. They stay until marked as reviewed: neither a sync nor leaving the view
// removes any.
import { Group } from '@mantine/core'
import { IconChecks, IconLayoutList, IconNews } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { NewsKind, type NewsRow, type NewsSince } from '../../../contract/features/news'
import { newsKindWords } from '../../../contract/features/record-words'
import { useWorkspace } from '../../client/workspace'
import { ListShell } from '../../records/ListShell'
import { rowName } from '../../records/MaskedText'
import { NothingMatches } from '../../records/NothingMatches'
import { RecordToolbar } from '../../records/RecordToolbar'
import toolbar from '../../records/RecordToolbar.module.css'
import { ReviewItem } from '../../records/RowMenu'
import { count, counted } from '../../records/record-words'
import { rowIndexOf } from '../../records/table/use-roving-rows'
import { ReviewButton } from '../../records/triage/BulkTriage'
import type { RecordList } from '../../records/use-record-list'
import { otherNames } from '../../records/use-selection-commands'
import { ActionButton } from '../../ui/ActionButton'
import { useNow } from '../../ui/clock'
import { isWhereWeAre } from '../../ui/current-location'
import { EmptyState } from '../../ui/EmptyState'
import { mustKeepFocus } from '../../ui/key-registry'
import { useKey } from '../../ui/keys'
import { PaneButton } from '../../ui/PaneButton'
import { ToggleButton } from '../../ui/ToggleButton'
import { ToolButton } from '../../ui/ToolButton'
import { useIsHere } from '../../ui/use-is-here'
import { useViewCommand } from '../../ui/view-commands'
import { PassWeek } from '../sandbox'
import { GroupHeading } from './GroupHeading'
import { NewsDetails } from './NewsDetails'
import { newsColumns } from './news-columns'
import { newsTexts, ruleText, sinceText } from './news-words'
import { newsKind, type Review, useNewsList, useReview } from './use-news'

interface NewsProps {
  readonly list: RecordList<NewsRow>
  readonly review: Review
}

interface UndoReviewProps {
  readonly review: Review
  /** Called as the changes begin to come back. */
  readonly onUndoing?: () => void
  readonly isSmall?: boolean
}

/** Undoes the last review, even after a restart. */
function UndoReview({ review: { summary, undo }, onUndoing, isSmall = false }: UndoReviewProps) {
  if (!summary?.canUndo) return null
  const Look = isSmall ? PaneButton : ToolButton
  const undoReview = () => {
    onUndoing?.()
    undo()
  }
  return <Look onClick={undoReview}>Undo last review</Look>
}

/**
 * Returns a function to call when a button of the empty list is to bring changes. The button goes away when they are listed,
 * and the list takes the focus, unless it has moved on.
 */
function useFocusOnComing({ state, table }: RecordList<NewsRow>): () => void {
  const isAwaited = useRef(false)
  const total = state.rows?.counts.total ?? 0
  useEffect(() => {
    if (!isAwaited.current || total === 0) return
    isAwaited.current = false
    if (document.activeElement === document.body) table.current?.focusFirstRow()
  }, [total, table])
  return () => {
    isAwaited.current = true
  }
}

function NoNews({ list: { params, words }, review, onComing }: NewsProps & { readonly onComing: () => void }) {
  const { summary } = review
  const now = useNow()
  if (params.isNarrowed && (summary?.all ?? 0) > 0) {
    return <NothingMatches many="changes" words={words} params={params} />
  }
  if (!summary?.since) {
    return (
      <EmptyState icon={<IconNews size={22} />} title="Nothing to compare yet">
        {newsTexts.beforeFirstSync}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconNews size={22} />}
      title={`Nothing has changed ${sinceText(summary.since, now)}`}
      action={
        <Group gap="xs">
          <UndoReview review={review} onUndoing={onComing} />
          <PassWeek onPassing={onComing} />
        </Group>
      }
    >
      {newsTexts.whatAppears}
    </EmptyState>
  )
}

/** A component of its own, as only its words depend on the time. */
function ChangesSince({ since }: { readonly since: NewsSince }) {
  return <p className={toolbar.note}>{`Changes ${sinceText(since, useNow())}`}</p>
}

function whyNotReview({ summary, shown }: Review): string | null {
  if (summary?.all === 0) return newsTexts.upToDate
  if (shown === undefined) return newsTexts.stillLoading
  return shown.total === 0 ? newsTexts.noMatch : null
}

/** Groups the list below headings, or sorts all changes by size. */
function GroupToggle({ list: { params } }: Pick<NewsProps, 'list'>) {
  const isGrouped = params.search.sort.column === 'opportunity'
  return (
    <ToggleButton
      isOn={isGrouped}
      icon={<IconLayoutList size={15} stroke={1.8} aria-hidden />}
      onToggle={() => params.setSort({ column: isGrouped ? 'scores' : 'opportunity', direction: 'descending' })}
    >
      <span>Group</span>
      <span className={toolbar.wideWord}> by opportunity</span>
    </ToggleButton>
  )
}

interface RowsReview {
  /** Marks these as reviewed; the keys and the details go on to the nearest change that is left. */
  readonly mark: (ids: readonly string[]) => void
  readonly markSelected: () => void
}

/** Reviews the selected changes, or the current one. */
function useRowsReview(list: RecordList<NewsRow>, { shown, markReviewed }: Review): RowsReview {
  const { open, selection, activeIndex, leaveActiveRow, state, table } = list
  const { rows } = state
  const current = open.id ?? rows?.rowAt(activeIndex)?.id
  const isSelected = selection.size > 0
  /** Listed rows that a review is removing. */
  const underWay = useRef(new Set<string>())
  useEffect(() => {
    for (const id of underWay.current) if ((rows?.indexOf(id) ?? -1) < 0) underWay.current.delete(id)
  }, [rows])

  /** The nearest other row below, or else above; −1: no other is loaded. */
  const nextTo = (index: number, ids: ReadonlySet<string>) => {
    const isLeft = (at: number) => {
      const id = rows?.rowAt(at)?.id ?? ''
      return !ids.has(id) && !underWay.current.has(id)
    }
    for (let at = index + 1; rows?.rowAt(at) !== undefined; at += 1) if (isLeft(at)) return at
    for (let at = index - 1; rows?.rowAt(at) !== undefined; at -= 1) if (isLeft(at)) return at
    return -1
  }
  const goOn = (ids: ReadonlySet<string>) => {
    if (current === undefined || !ids.has(current)) return
    const index = rows?.indexOf(current) ?? -1
    // From a row that is not loaded, nothing is next.
    const next = index < 0 ? -1 : nextTo(index, ids)
    if (open.id !== null) {
      if (next < 0) open.close()
      else open.activate(next)
    } else if (next < 0) leaveActiveRow([...ids])
    else if (rowIndexOf(document.activeElement) === null) open.activate(next)
    else table.current?.focusRow(next)
  }
  const mark = async (ids: readonly string[]) => {
    // Moves on before the answer, for the next key.
    if (shown !== undefined) goOn(new Set(ids))
    for (const id of ids) underWay.current.add(id)
    const notUnderWay = () => {
      for (const id of ids) underWay.current.delete(id)
    }
    const selectAgain = ids.some(selection.isSelected) ? selection.remember() : () => {}
    const only = ids.length === 1 ? rows?.rowAt(rows.indexOf(ids[0] ?? '')) : undefined
    const isDone = await markReviewed(ids, only, () => {
      notUnderWay()
      selectAgain()
    })
    if (isDone) selection.drop(ids)
    else notUnderWay()
    return isDone
  }
  const markSelected = async () => {
    const isDone = await mark(isSelected ? selection.rows.map(({ id }) => id) : current === undefined ? [] : [current])
    // The bar of the selection disappears with its button.
    if (isDone && isSelected && !mustKeepFocus()) table.current?.focusActiveRow()
  }
  const isMeant = () => isSelected || open.id !== null || rowIndexOf(document.activeElement) !== null
  useKey('e', () => isMeant() && void markSelected(), { enabled: isSelected || current !== undefined })
  const marked = isSelected ? ` ${counted(selection.size, 'change', 'changes')}` : ''
  useViewCommand(
    isSelected || open.id !== null
      ? {
          ...{ id: 'mark-reviewed', of: isSelected ? 'selection' : 'record', binding: 'e', ...otherNames.markReviewed },
          ...{ label: `Mark${marked} as reviewed`, run: () => void markSelected() },
        }
      : null,
  )
  return { mark: (ids) => void mark(ids), markSelected: () => void markSelected() }
}

export function NewsView() {
  const { ref: workspace } = useWorkspace()
  const list = useNewsList(workspace)
  const navigate = useNavigate()
  const location = useLocation()
  const isHere = useIsHere()
  const { selection } = list
  const review = useReview(workspace, list.params.search, () => {
    if (!isHere.current) return
    // Rows that were selected since stay selected.
    selection.drop(selection.rows.map(({ id }) => id))
    // Not by closing the details, which would focus a row: the focus stays on the pressed button. The filters are cleared as
    // well, so that the remaining changes come next. What was opened or filtered since stays.
    if (isWhereWeAre(location)) void navigate(newsKind.path, { replace: true })
  })
  const ofRows = useRowsReview(list, review)
  const awaitChanges = useFocusOnComing(list)
  const { summary, starts } = review
  const shown = list.params.isNarrowed ? (review.shown?.total ?? 0) : 0
  const reviewLabel = shown > 0 ? `Mark ${count(shown)} as reviewed` : 'Mark all as reviewed'
  return (
    <ListShell
      list={list}
      columnsOf={newsColumns}
      headings={{ starts, of: ({ group }) => group && <GroupHeading group={group} /> }}
      nameOf={rowName}
      toolbar={(parts) => (
        <RecordToolbar
          list={list}
          {...parts}
          statuses={NewsKind.options.map((kind) => ({
            value: kind,
            label: newsKindWords[kind],
            count: count(summary?.counts[kind] ?? 0),
          }))}
          tools={
            <>
              {(summary?.all ?? 0) > 0 && <GroupToggle list={list} />}
              <ActionButton
                disabledReason={whyNotReview(review)}
                leftSection={<IconChecks size={15} stroke={1.8} aria-hidden />}
                inPalette={{ id: 'mark-all-reviewed', of: 'view', label: reviewLabel, ...otherNames.markReviewed }}
                onClick={review.markAllReviewed}
              >
                {reviewLabel}
              </ActionButton>
            </>
          }
          info={ruleText}
          note={
            (summary?.all ?? 0) > 0 &&
            summary?.since && (
              <>
                <ChangesSince since={summary.since} />
                <UndoReview isSmall review={review} />
              </>
            )
          }
        />
      )}
      menuItems={(rows) => <ReviewItem onReview={() => ofRows.mark(rows.map(({ id }) => id))} />}
      selectionTools={() => <ReviewButton onReview={ofRows.markSelected} />}
      empty={<NoNews list={list} review={review} onComing={awaitChanges} />}
      details={(id) => <NewsDetails list={list} id={id} onReviewed={() => ofRows.mark([id])} />}
    />
  )
}
