// Changes to insights since the last review. They stay until marked as reviewed: neither a sync nor leaving the view
// removes any.
import { Group } from '@mantine/core'
import { IconChecks, IconLayoutList, IconNews } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { NewsKind, type NewsRow } from '../../../contract/features/news'
import { newsKindWords } from '../../../contract/features/record-words'
import { useWorkspace } from '../../client/workspace'
import { ListShell } from '../../records/ListShell'
import { rowName } from '../../records/MaskedText'
import { NothingMatches } from '../../records/NothingMatches'
import { RecordToolbar } from '../../records/RecordToolbar'
import toolbar from '../../records/RecordToolbar.module.css'
import { count } from '../../records/record-words'
import type { RecordList } from '../../records/use-record-list'
import { ActionButton } from '../../ui/ActionButton'
import { EmptyState } from '../../ui/EmptyState'
import { ToggleButton } from '../../ui/ToggleButton'
import { ToolButton } from '../../ui/ToolButton'
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

function UndoReview({ review: { summary, undo } }: Pick<NewsProps, 'review'>) {
  if (!summary?.canUndo) return null
  return <ToolButton onClick={undo}>Undo</ToolButton>
}

/** Gives what is called when a week begins to pass: once its changes are listed, they have the focus. */
function useFirstOfWeek({ state, table }: RecordList<NewsRow>): () => void {
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

function NoNews({ list: { params, words }, review, onPassing }: NewsProps & { readonly onPassing: () => void }) {
  const { summary } = review
  if (params.isNarrowed && (summary?.all ?? 0) > 0) {
    return <NothingMatches one="change" words={words} onClear={params.clear} />
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
      title={`Nothing has changed ${sinceText(summary.since, Date.now())}`}
      action={
        <Group gap="xs">
          <UndoReview review={review} />
          <PassWeek onPassing={onPassing} />
        </Group>
      }
    >
      {newsTexts.whatAppears}
    </EmptyState>
  )
}

function whyNotReview({ summary, shown }: Review): string | null {
  if (summary?.all === 0) return newsTexts.upToDate
  if (shown === undefined) return newsTexts.stillLoading
  return shown.total === 0 ? newsTexts.noMatch : null
}

/** The same list below headings, or all together by the size of the change. */
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

export function NewsView() {
  const { ref: workspace } = useWorkspace()
  const list = useNewsList(workspace)
  const navigate = useNavigate()
  // Not by closing the details, which gives the focus to a row: it stays on the button that was pressed. The filters
  // go as well, so that what is left to review comes next.
  const review = useReview(workspace, list.params.search, () => {
    list.selection.clear()
    void navigate(newsKind.path, { replace: true })
  })
  const awaitWeek = useFirstOfWeek(list)
  const { summary, starts } = review
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
              {(summary?.all ?? 0) > 0 && <UndoReview review={review} />}
              <ActionButton
                disabledReason={whyNotReview(review)}
                leftSection={<IconChecks size={15} stroke={1.8} aria-hidden />}
                onClick={review.markAllReviewed}
              >
                {list.params.isNarrowed && review.shown
                  ? `Mark ${count(review.shown.total)} as reviewed`
                  : 'Mark all as reviewed'}
              </ActionButton>
            </>
          }
          info={ruleText}
          note={
            (summary?.all ?? 0) > 0 &&
            summary?.since && <p className={toolbar.note}>{`Changes ${sinceText(summary.since, Date.now())}`}</p>
          }
        />
      )}
      empty={<NoNews list={list} review={review} onPassing={awaitWeek} />}
      details={(id) => <NewsDetails list={list} id={id} />}
    />
  )
}
