// One insight at a time, strongest first. A decision moves on at once; actions made here can be undone.
import { Button, Group, Progress, Title } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconCircleCheck,
  IconClockPause,
  IconSearchOff,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { TriageDecision } from '../../../contract/features/triage'
import { insightCounts, mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { focusWanted, wantRow } from '../../navigation/location-state'
import details from '../../records/details.module.css'
import list from '../../records/list.module.css'
import { insightKind, recordPath } from '../../records/record-kind'
import { clearWords, count, counted } from '../../records/record-words'
import { SnoozeMenu } from '../../records/triage/SnoozeMenu'
import { onlyHere } from '../../records/triage/triage-words'
import { useTriageQuery } from '../../records/triage/use-triage'
import { AwaitedField, useWriting, WriteButtons, Written } from '../../records/triage/Written'
import { announce } from '../../ui/announce'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { InfoTip } from '../../ui/InfoTip'
import { KeyHint } from '../../ui/KeyHint'
import { useKey, useKeyHint } from '../../ui/keys'
import { notifyError } from '../../ui/notify'
import { pageThrough, scrollerIn } from '../../ui/page-through'
import { ToolButton } from '../../ui/ToolButton'
import { useIsHere } from '../../ui/use-is-here'
import { triagePath } from '../insights'
import { InsightEvidence } from './InsightEvidence'
import { MarkSeenOffer } from './MarkSeenOffer'
import classes from './triage.module.css'
import {
  actionText,
  decisionOf,
  doneText,
  nextUndecided,
  opportunitiesOf,
  type Step,
  stepsOf,
  type Triaged,
  triagedOf,
  type WriteAction,
} from './triage-session'
import { leftOutsideText, nothingFoundText, triageTexts } from './triage-words'
import { type TriageQueue, useTriageQueue } from './use-triage-queue'
import { useUndo } from './use-undo'

export function TriageView() {
  const { ref: workspace } = useWorkspace()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { id: openId = null } = useParams()
  const triageQueue = useTriageQueue(workspace)
  const { queue, error, left, restart, isNarrowed, widened } = triageQueue
  const [visit] = useState(() => Symbol('visit'))
  const { mutateAsync } = useMutation(mutationOptionsFor('triage', 'decide'))
  const region = useRef<HTMLElement>(null)
  const isHere = useIsHere()

  /** Announced in one with the title of the insight shown next. null: its title isn't said, as what was undone names it. */
  const announcedFirst = useRef<string | null>('')
  const goTo = (next: string | null, first: string | null = '') => {
    // Also what was decided before an insight that the person left before it was there.
    announcedFirst.current = first === null ? null : `${announcedFirst.current ?? ''}${first}`
    void navigate(
      { pathname: next === null ? triagePath : `${triagePath}/${encodeURIComponent(next)}`, search },
      { replace: true },
    )
  }
  const onShown = (title: string) => {
    const first = announcedFirst.current
    announcedFirst.current = ''
    if (first !== null && `${first}${title}` !== '') announce(`${first}${title}`)
  }
  const {
    actions,
    add,
    undo,
    undone,
    count: undoCount,
  } = useUndo(workspace, (next) => goTo(next, next === id ? '' : null))
  const steps = stepsOf(actions, visit)
  const ids = queue?.ids ?? []
  const [removed, setRemoved] = useState<readonly string[]>([])
  const nextAfter = (current: string | null, done = steps) => nextUndecided(ids, done, removed, current)
  const id = openId ?? nextAfter(null)
  const { error: readError } = useQuery({
    ...queryOptionsFor('insights', 'get', { workspace, id: id ?? '' }),
    enabled: id !== null,
  })
  if (id !== null && readError?.code === 'NOT_FOUND' && !removed.includes(id)) setRemoved([...removed, id])
  const toList = () => void navigate({ pathname: insightKind.path, search }, id === null ? {} : { state: wantRow(id) })
  const keep = (of: string, decision: TriageDecision) =>
    mutateAsync({ workspace, kind: 'insight', id: of, decision }).then(
      () => true,
      (failure: unknown) => {
        notifyError(failure)
        return false
      },
    )

  const onDecide = async (insight: Triaged, before: TriageDecision, after: Step['after']) => {
    const saved = keep(insight.id, after)
    const step: Step = { kind: 'decision', visit, insight, before, after, saved }
    add(step)
    const done = [...steps, step]
    const said = after.status === 'reviewed' ? 'Reviewed' : 'Snoozed'
    const isLast = nextAfter(null, done) === null
    goTo(nextAfter(insight.id, done), isLast ? '' : `${said}. `)
    if (isLast) announce(said)
    if (!(await saved) && isHere.current) goTo(insight.id)
  }

  const onContinue = () => {
    setRemoved([])
    restart()
  }

  const onClear = () => void navigate({ pathname: triagePath, search: widened.toString() }, { replace: true })

  const move = (by: number) => {
    const place = id === null ? -1 : ids.indexOf(id)
    const next = ids[place + by]
    if (next === undefined) announce(by > 0 ? 'Last insight' : 'First insight')
    else goTo(next)
  }
  useKey('j', () => move(1))
  useKey('k', () => move(-1))
  useKey('Escape', toList)
  useKey('mod+z', undo, { since: actions.at(-1)?.since ?? 0 })
  useKeyHint('Enter')
  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event
    pageThrough(event, scrollerIn(currentTarget))
    if (key !== 'Enter' || target !== currentTarget || id === null) return
    void navigate({ pathname: recordPath(insightKind, id), search }, { state: focusWanted })
  }
  useFocusOnChange(region, id, actions.length)

  const last = actions.at(-1)
  const total = Math.max(queue?.total ?? 0, left ?? 0)
  return (
    <div className={list.view}>
      <header className={classes.toolbar}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={15} stroke={1.8} aria-hidden />}
          onClick={toList}
        >
          Insights
        </Button>
        <Title order={1} className={classes.name}>
          Triage
        </Title>
        <InfoTip text={onlyHere} />
        {left !== undefined && total > 0 && (
          <div className={classes.progress}>
            <Progress
              value={((total - left) / total) * 100}
              size={4}
              w={120}
              aria-label="Triaged"
              transitionDuration={150}
            />
            <span role="status" aria-label="Progress">
              {count(left)} of {count(total)} left{isNarrowed && ', filtered'}
            </span>
          </div>
        )}
        <div className={classes.undo}>
          {undone !== null && (
            <span className={classes.undone} title={undone}>
              {undone}
            </span>
          )}
          {actions.length > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconArrowBackUp size={15} stroke={1.8} aria-hidden />}
              rightSection={<KeyHint binding="mod+z" />}
              title={last && `Undo: ${actionText(last)}`}
              onClick={undo}
            >
              Undo
            </Button>
          )}
        </div>
      </header>
      <section ref={region} tabIndex={-1} aria-label="Triage" className={classes.region} onKeyDown={onKeyDown}>
        {error !== null && <ErrorNotice error={error} onRetry={restart} />}
        {queue !== undefined && id === null && (
          <Done steps={steps} queue={triageQueue} onContinue={onContinue} onClear={onClear} onBack={toList} />
        )}
        {queue !== undefined && id !== null && (
          <Current
            id={id}
            steps={steps}
            undoCount={undoCount}
            onShown={onShown}
            onDecide={(...decided) => void onDecide(...decided)}
            onWrite={add}
            onSkip={() => goTo(nextAfter(id))}
            moves={
              <>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  data-move
                  leftSection={<IconChevronLeft size={15} aria-hidden />}
                  // With single keys off, a list would show an arrow here, which does nothing in triage.
                  rightSection={<KeyHint binding="k" where="Triage" />}
                  onClick={() => move(-1)}
                >
                  Previous
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  data-move
                  rightSection={
                    <>
                      <KeyHint binding="j" where="Triage" />
                      <IconChevronRight size={15} aria-hidden />
                    </>
                  }
                  onClick={() => move(1)}
                >
                  Next
                </Button>
              </>
            }
          />
        )}
      </section>
    </div>
  )
}

/** The focused element may disappear with the last insight, or the button with the last action. */
function useFocusOnChange(region: RefObject<HTMLElement | null>, id: string | null, actionCount: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each insight anew, and when there is no more to undo
  useEffect(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body || focused.tagName === 'MAIN') region.current?.focus()
  }, [region, id, actionCount])
}

interface CurrentProps {
  readonly id: string
  readonly steps: readonly Step[]
  readonly undoCount: number
  /** Called with its title, with words for one that was removed, or with nothing for one that can’t be read. */
  readonly onShown: (title: string) => void
  readonly onDecide: (insight: Triaged, before: TriageDecision, after: Step['after']) => void
  readonly onWrite: (action: WriteAction) => void
  /** For an insight that was removed. */
  readonly onSkip: () => void
  readonly moves: ReactNode
}

function Current({ id, steps, undoCount, onShown, onDecide, onWrite, onSkip, moves }: CurrentProps) {
  const { ref: workspace } = useWorkspace()
  const { data: insight, error, refetch } = useQuery(queryOptionsFor('insights', 'get', { workspace, id }))
  const { data: triage, isError: isTriageError } = useTriageQuery('insight', id)
  const writing = useWriting()
  // By id, so that the menu closes for another insight.
  const [snoozing, setSnoozing] = useState<string | null>(null)
  const isReady = insight !== undefined && triage !== undefined
  const isRemoved = error?.code === 'NOT_FOUND'

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each insight, as the focus stays where it is
  useEffect(() => {
    if (isRemoved) onShown(triageTexts.removed)
    else if (isReady) onShown(triagedOf(insight).title)
    else if (error !== null) onShown('')
  }, [id, isReady, error?.code])

  const decide = (decision: Step['after']) => {
    if (isRemoved) return onSkip()
    if (isReady) onDecide(triagedOf(insight), decisionOf(triage), decision)
  }
  useKey('e', () => decide({ status: 'reviewed' }))
  useKey('h', () => setSnoozing(id))

  const lastOpportunities = opportunitiesOf(steps.slice(-1))
  return (
    <>
      <div key={id} className={classes.scroller} data-scroller>
        <div className={classes.width}>
          {lastOpportunities.map((opportunity) => (
            <MarkSeenOffer key={opportunity.id} opportunity={opportunity} />
          ))}
          {error !== null &&
            (isRemoved ? (
              <p className={details.muted}>{triageTexts.removed}</p>
            ) : (
              <ErrorNotice error={error} onRetry={() => void refetch()} />
            ))}
          {!isReady && <AwaitedField writing={writing} isComing={error === null && !isTriageError} />}
          {isReady && (
            <InsightEvidence
              insight={insight}
              aside={
                <Written
                  key={undoCount}
                  {...{ kind: 'insight', id, triage, writing }}
                  onNote={(before, after) => onWrite({ kind: 'note', insight: triagedOf(insight), before, after })}
                  onLabels={(edit, saved) => onWrite({ kind: 'labels', insight: triagedOf(insight), ...edit, saved })}
                />
              }
            />
          )}
        </div>
      </div>
      <footer className={classes.actions}>
        <div className={classes.width}>
          <Button
            size="compact-sm"
            h={30}
            leftSection={<IconCheck size={15} stroke={2} aria-hidden />}
            rightSection={<KeyHint binding="e" />}
            onClick={() => decide({ status: 'reviewed' })}
          >
            Mark as reviewed
          </Button>
          <SnoozeMenu
            kind="insight"
            isOpen={snoozing === id}
            onOpen={(isOpen) => setSnoozing(isOpen ? id : null)}
            onSnooze={(until) => decide({ status: 'snoozed', until })}
          >
            <ToolButton
              leftSection={<IconClockPause size={15} stroke={1.8} aria-hidden />}
              rightSection={<KeyHint binding="h" />}
            >
              Snooze…
            </ToolButton>
          </SnoozeMenu>
          <WriteButtons writing={writing} hasNote={!!triage?.note} isMode />
          <div className={classes.moves}>{moves}</div>
        </div>
      </footer>
    </>
  )
}

interface DoneProps {
  readonly steps: readonly Step[]
  readonly queue: Pick<TriageQueue, 'left' | 'isNarrowed' | 'text' | 'hasFilters'>
  readonly onContinue: () => void
  /** Goes on without search and filters. */
  readonly onClear: () => void
  readonly onBack: () => void
}

function Done({ steps, queue, onContinue, onClear, onBack }: DoneProps) {
  const { left = 0, isNarrowed, text, hasFilters } = queue
  const { ref: workspace } = useWorkspace()
  const { data: counts } = useQuery(insightCounts(workspace))
  // Also while that isn't known: nobody is to believe that nothing is left because of a search.
  const isLeftOutside = left === 0 && isNarrowed && counts?.left !== 0
  const done = doneText(steps)
  const isNothingDone = done === null && left === 0
  const words = [
    ...(done === null ? [] : [done]),
    ...(isNothingDone && !isLeftOutside ? [triageTexts.nothingLeft] : []),
    ...(isLeftOutside && counts !== undefined ? [leftOutsideText(counts.left)] : []),
    // Who decided nothing here may wonder about the unseen rows of the list.
    ...(isNothingDone && counts !== undefined && counts.unseen > counts.left ? [triageTexts.leavesOut] : []),
  ]
  const title = isLeftOutside ? nothingFoundText(text, hasFilters) : 'All caught up'
  return (
    <div className={classes.scroller} data-scroller>
      <div className={classes.width}>
        <EmptyState
          icon={isLeftOutside ? <IconSearchOff size={22} /> : <IconCircleCheck size={22} />}
          title={left > 0 ? `${counted(left, 'more insight', 'more insights')} to triage` : title}
          action={
            left > 0 ? (
              <Button onClick={onContinue}>Continue</Button>
            ) : (
              <Group gap="xs" justify="center">
                {isLeftOutside && <Button onClick={onClear}>{clearWords(hasFilters, text)}</Button>}
                <Button variant="default" onClick={onBack}>
                  Back to Insights
                </Button>
              </Group>
            )
          }
        >
          {words.length > 0 ? words.join(' ') : undefined}
        </EmptyState>
        {opportunitiesOf(steps).map((opportunity) => (
          <MarkSeenOffer key={opportunity.id} opportunity={opportunity} />
        ))}
      </div>
    </div>
  )
}
