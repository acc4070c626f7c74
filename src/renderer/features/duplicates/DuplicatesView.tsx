import { Button, Progress, Slider, Switch, Title } from '@mantine/core'
import { IconCopyCheck, IconCopyOff, IconEyeOff } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type DuplicatePair, leastOfPairs, mostPairs } from '../../../contract/features/duplicates'
import { hiddenContent } from '../../../contract/features/record-words'
import { focusWanted } from '../../navigation/location-state'
import toolbar from '../../records/RecordToolbar.module.css'
import { insightKind, recordPath } from '../../records/record-kind'
import { count, counted, percentText, shownTitle } from '../../records/record-words'
import { similarityInfo, similarityText, uncomparedText } from '../../records/similarity/similarity-words'
import { announce } from '../../ui/announce'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { InfoTip } from '../../ui/InfoTip'
import { useKey, useKeyHint } from '../../ui/keys'
import { ToolButton } from '../../ui/ToolButton'
import { Comparison } from './Comparison'
import { duplicateTexts, noPairsText } from './duplicate-words'
import classes from './duplicates.module.css'
import { type PairList, pairKey, usePairs } from './use-duplicates'

const nameOf = (insight: DuplicatePair['insights'][number]) =>
  insight.hideContent ? hiddenContent : shownTitle(insight)

function Threshold({ list }: { readonly list: PairList }) {
  const { threshold, setThreshold, found } = list
  const [moved, setMoved] = useState<number | null>(null)
  const said = (value: number) => {
    const near = (found?.pairs ?? []).filter(
      (pair) => pair.similarity >= value && pair.isDismissed === list.showsDismissed,
    )
    return `${counted(near.length, 'pair', 'pairs')} with a similarity of at least ${similarityText(value)}`
  }
  return (
    <div className={classes.threshold}>
      <span id="minimum-similarity">Minimum similarity</span>
      <Slider
        w={150}
        size={4}
        min={leastOfPairs}
        max={0.99}
        step={0.01}
        label={null}
        aria-labelledby="minimum-similarity"
        thumbProps={{ 'aria-labelledby': 'minimum-similarity' }}
        value={moved ?? threshold}
        onChange={setMoved}
        onChangeEnd={(value) => {
          setMoved(null)
          setThreshold(value)
          announce(said(value))
        }}
      />
      <span className={classes.figure}>{similarityText(moved ?? threshold)}</span>
    </div>
  )
}

function Working({ progress }: { readonly progress: number }) {
  return (
    <EmptyState icon={<IconCopyCheck size={22} />} title="Comparing insights…">
      <Progress value={progress * 100} size={4} w={240} mx="auto" aria-label="Compared" />
      <p>{percentText(progress)}</p>
    </EmptyState>
  )
}

function Nothing({ list }: { readonly list: PairList }) {
  const { found, showsDismissed, threshold, dismissedCount } = list
  if (found === undefined) return null
  const dismissed = { near: dismissedCount, all: found.pairs.filter(({ isDismissed }) => isDismissed).length }
  const mayReachLower = !showsDismissed || dismissed.all > 0
  if (found.compared < 2) {
    return (
      <EmptyState icon={<IconCopyOff size={22} />} title="Nothing to compare">
        {duplicateTexts.foundByEmbeddings} {counted(found.compared, 'insight has', 'insights have')} one.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconCopyCheck size={22} />}
      title={showsDismissed ? 'No pairs marked as not duplicates' : 'No possible duplicates'}
      action={
        threshold > leastOfPairs &&
        mayReachLower && (
          <ToolButton onClick={() => list.setThreshold(leastOfPairs)}>
            Lower to {similarityText(leastOfPairs)}
          </ToolButton>
        )
      }
    >
      {noPairsText({ threshold, showsDismissed, dismissed })}
    </EmptyState>
  )
}

function Pairs({ list }: { readonly list: PairList }) {
  const { shown, pairs, index, choose } = list
  return (
    <section aria-label="Pairs" className={classes.pairs}>
      <ul>
        {shown.map((pair, place) => (
          <li key={pairKey(pair)}>
            <button
              type="button"
              className={classes.pair}
              data-pair={place}
              aria-current={place === index || undefined}
              tabIndex={place === index ? 0 : -1}
              onClick={() => choose(place)}
            >
              <span className={classes.similarity}>{similarityText(pair.similarity)}</span>
              {pair.insights.map((insight) => (
                <span key={insight.id} className={classes.title} dir="auto">
                  {insight.hideContent && <IconEyeOff size={13} stroke={1.8} aria-hidden />} {nameOf(insight)}
                </span>
              ))}
            </button>
          </li>
        ))}
      </ul>
      {pairs.length > shown.length && (
        <Button size="compact-sm" variant="subtle" m={12} onClick={list.showMore}>
          Show more
        </Button>
      )}
    </section>
  )
}

function notesOf({ found, shown }: PairList): readonly string[] {
  if (found === undefined) return []
  return [
    ...(found.progress < 1 && shown.length > 0 ? [duplicateTexts.comparingAgain] : []),
    ...uncomparedText(found.uncompared),
    ...(found.pairs.length === mostPairs ? [`Only the ${count(mostPairs)} most similar pairs are listed.`] : []),
  ]
}

export function DuplicatesView() {
  const list = usePairs()
  const { found, error, pairs, shown, index, choose } = list
  const navigate = useNavigate()
  const view = useRef<HTMLDivElement>(null)
  const [side, setSide] = useState<0 | 1>(0)
  const current = shown[index]
  const isWorking = found !== undefined && found.progress < 1 && current === undefined
  const wantsFocus = useRef(false)

  const move = (by: number) => {
    if (shown[index + by] === undefined) return announce(by > 0 ? 'Last pair' : 'First pair')
    wantsFocus.current = true
    choose(index + by)
  }
  const key = current === undefined ? null : pairKey(current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pair
  useLayoutEffect(() => {
    // Keys act on the current pair, so no other pair may keep the focus.
    const hasOther = document.activeElement?.matches('[data-pair]') === true
    if (!wantsFocus.current && !hasOther) return
    wantsFocus.current = false
    view.current?.querySelector<HTMLElement>(`[data-pair="${index}"]`)?.focus()
  }, [key])
  const chooseSide = (next: 0 | 1) => {
    setSide(next)
    announce(next === 0 ? 'First insight' : 'Second insight')
  }
  useKey('j', () => move(1))
  useKey('k', () => move(-1))
  useKey('ArrowDown', () => move(1))
  useKey('ArrowUp', () => move(-1))
  useKey('ArrowLeft', () => chooseSide(0))
  useKey('ArrowRight', () => chooseSide(1))
  const dismiss = () => {
    if (current === undefined) return
    wantsFocus.current = true
    list.toggleDismissed(current)
  }
  useKey('d', dismiss)
  useKeyHint('Enter')
  const open = (pair: DuplicatePair, which: 0 | 1) =>
    void navigate(recordPath(insightKind, pair.insights[which].id), { state: focusWanted })

  return (
    <div className={classes.view} ref={view}>
      <header className={toolbar.toolbar}>
        <div className={toolbar.line}>
          <Title order={1} size={16}>
            Duplicates
          </Title>
          <InfoTip text={similarityInfo} />
          <span className={toolbar.count} role="status" aria-label="Pairs found">
            {found !== undefined && !isWorking && counted(pairs.length, 'pair', 'pairs')}
          </span>
          <span className={toolbar.space} />
          <Switch
            size="xs"
            label={`Not duplicates (${count(list.dismissedCount)})`}
            checked={list.showsDismissed}
            onChange={(event) => list.setShowsDismissed(event.currentTarget.checked)}
          />
          <Threshold list={list} />
        </div>
        <div className={toolbar.line} data-second>
          {notesOf(list).map((note) => (
            <p key={note} className={toolbar.note}>
              {note}
            </p>
          ))}
        </div>
      </header>
      {error !== null && <ErrorNotice error={error} onRetry={list.retry} />}
      {error === null && isWorking && <Working progress={found.progress} />}
      {error === null && !isWorking && current === undefined && <Nothing list={list} />}
      {current !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter of what has the focus inside
        <div
          className={classes.body}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.target as Element).matches('[data-pair]')) return
            event.preventDefault()
            open(current, side)
          }}
        >
          <Pairs list={list} />
          <Comparison key={key} pair={current} side={side} onSide={setSide} onDismiss={dismiss} />
        </div>
      )}
    </div>
  )
}
