import { Button, Progress, SegmentedControl, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconListDetails, IconMap2, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { hiddenContent } from '../../../contract/features/record-words'
import { fewestOnMap, type MapPoints, type MapState, noCluster } from '../../../contract/features/topic-map'
import { mutationOptionsFor } from '../../client/queries'
import { useSyncStatus, useWorkspace } from '../../client/workspace'
import { useAddressParams } from '../../navigation/address-params'
import { useRevealed } from '../../records/MaskedText'
import { BeforeFirstSync } from '../../records/NoRecords'
import { isCovering, RecordPane } from '../../records/RecordPane'
import toolbar from '../../records/RecordToolbar.module.css'
import { insightKind } from '../../records/record-kind'
import { count, counted, percentText, shownTitle } from '../../records/record-words'
import { useDetailsRegion } from '../../records/use-details-region'
import { announce } from '../../ui/announce'
import { useNow } from '../../ui/clock'
import { paramsNow } from '../../ui/current-location'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { InfoTip } from '../../ui/InfoTip'
import { useKey } from '../../ui/keys'
import { notifyError } from '../../ui/notify'
import { RelativeTime } from '../../ui/RelativeTime'
import { useIsHere } from '../../ui/use-is-here'
import { InsightDetails } from '../insights'
import { clusterName, namedClusters } from './cluster-labels'
import { MapCanvas, type PointerMode } from './MapCanvas'
import { ClusterList, Legend } from './MapSide'
import { type Colouring, coloured, colourings, colouringWords } from './map-colouring'
import { cameraOn, wholeMap } from './map-geometry'
import classes from './topic-map.module.css'
import { topicMapTexts } from './topic-map-words'
import { isStale, type TopicMapModel, useMapName, useReadMapName, useTopicMap } from './use-topic-map'

const path = '/topic-map'
const paneKind = { ...insightKind, path }

export function TopicMapView() {
  const model = useTopicMap()
  const { state, error, points } = model
  return (
    <div className={classes.view}>
      {points !== null && state?.map ? (
        <DrawnView model={model} state={state} points={points} />
      ) : (
        <>
          <header className={toolbar.toolbar}>
            <div className={toolbar.line}>
              <Heading />
            </div>
          </header>
          {error !== null && <ErrorNotice error={error} onRetry={model.retry} />}
          {error === null && state !== undefined && state.map === null && <NoMap model={model} state={state} />}
        </>
      )}
    </div>
  )
}

function Heading() {
  return (
    <>
      <Title order={1} size={16}>
        Topic map
      </Title>
      <InfoTip text={topicMapTexts.howItIsDrawn} />
    </>
  )
}

const drawing = 'Drawing the map'

function Drawing({ model, share }: { readonly model: TopicMapModel; readonly share: number }) {
  return (
    <div className={classes.drawing}>
      <span>
        {drawing}… {percentText(share)}
      </span>
      <Progress value={share * 100} w={180} aria-label={drawing} transitionDuration={0} />
      <Button size="compact-sm" variant="default" onClick={model.cancel}>
        Cancel
      </Button>
    </div>
  )
}

function NoMap({ model, state }: { readonly model: TopicMapModel; readonly state: MapState }) {
  const { name } = useWorkspace()
  const sync = useSyncStatus()
  const { insights, withEmbedding, progress, hasFailed } = state
  const icon = <IconMap2 size={22} />
  if (progress !== null) {
    return (
      <EmptyState icon={icon} title={drawing} action={<Drawing model={model} share={progress} />}>
        {counted(withEmbedding, 'insight is', 'insights are')} arranged by their embeddings, on this computer.
      </EmptyState>
    )
  }
  if (insights === 0) {
    if (sync === undefined) return null
    if (sync.syncedAt === null) {
      return (
        <BeforeFirstSync
          sync={sync}
          loading={<EmptyState icon={icon} title={`Loading ${name} for the first time…`} />}
        />
      )
    }
    return (
      <EmptyState icon={icon} title="No insights yet">
        The map appears once {name} has insights.
      </EmptyState>
    )
  }
  if (withEmbedding === 0) {
    return (
      <EmptyState icon={icon} title="No embeddings">
        The map is drawn from embeddings, and the service sends none for the {counted(insights, 'insight', 'insights')}{' '}
        in {name}.
      </EmptyState>
    )
  }
  if (withEmbedding < fewestOnMap) {
    return (
      <EmptyState icon={icon} title="Not enough insights for a map">
        {count(withEmbedding)} of {counted(insights, 'insight', 'insights')} in {name}{' '}
        {withEmbedding === 1 ? 'has' : 'have'} an embedding. A map needs {fewestOnMap}.
      </EmptyState>
    )
  }
  const action = <Button onClick={model.draw}>Draw the map</Button>
  if (hasFailed) {
    return (
      <EmptyState icon={icon} title="The map couldn’t be drawn" action={action}>
        {topicMapTexts.failed}
      </EmptyState>
    )
  }
  if (!model.isCancelled) return null
  return (
    <EmptyState icon={icon} title="No map yet" action={action}>
      {topicMapTexts.cancelled}
    </EmptyState>
  )
}

interface DrawnProps {
  readonly model: TopicMapModel
  readonly state: MapState
  readonly points: MapPoints
}

const dayMs = 86_400_000

function useAddress() {
  const [params, setParam] = useAddressParams()
  const chosen = params.get('colour')
  const colouring: Colouring = colourings.find((each) => each === chosen) ?? 'type'
  const setColouring = (next: string) => setParam('colour', next === 'type' ? null : next)
  return { colouring, setColouring, params }
}

function useShown(points: MapPoints, colouring: Colouring) {
  const today = Math.floor(useNow() / dayMs)
  const { categories, of } = useMemo(() => coloured(points, colouring, today), [points, colouring, today])
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const isShown = useMemo(() => {
    if (hidden.size === 0) return () => true
    const isHidden = categories.map(({ id }) => hidden.has(id))
    return (index: number) => !isHidden[of[index] ?? 0]
  }, [hidden, categories, of])
  const clusters = useMemo(() => namedClusters(points, isShown), [points, isShown])
  const shown = useMemo(
    () => points.insights.reduce((sum, _, index) => sum + (isShown(index) ? 1 : 0), 0),
    [points, isShown],
  )
  const toggle = (id: string) =>
    setHidden((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return { categories, of, hidden, isShown, clusters, shown, toggle, showAll: () => setHidden(new Set()) }
}

function DrawnView({ model, state, points }: DrawnProps) {
  const { ref: workspace } = useWorkspace()
  const { colouring, setColouring, params } = useAddress()
  const { id = null } = useParams()
  const navigate = useNavigate()
  const revealed = useRevealed()
  const { ref: body, width: room } = useElementSize()
  const { categories, of, hidden, isShown, clusters, shown, toggle, showAll } = useShown(points, colouring)
  const [mode, setMode] = useState<PointerMode>('move')
  const [camera, setCamera] = useState(wholeMap)
  // Insights, as a sync may add and remove points, which moves the others to other indexes.
  const [activeInsight, setActiveInsight] = useState<number | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const insightAt = (index: number) => points.insights[index] ?? 0
  const { mapId } = points
  const [lastMapId, setLastMapId] = useState(mapId)
  if (lastMapId !== mapId) {
    setLastMapId(mapId)
    setChosen(new Set())
    setActiveInsight(null)
  }
  const selected = useMemo(() => {
    const isSelected = (index: number) => chosen.has(points.insights[index] ?? 0) && isShown(index)
    return new Set([...points.insights.keys()].filter(isSelected))
  }, [chosen, points, isShown])
  const activeIndex = activeInsight === null ? -1 : points.insights.indexOf(activeInsight)
  const active = activeIndex === -1 ? null : activeIndex
  const name = useMapName(activeInsight)
  const readName = useReadMapName()
  const { region, onOpening } = useDetailsRegion(id)
  const main = useRef<HTMLDivElement>(null)
  const isHere = useIsHere()
  const select = useMutation(mutationOptionsFor('topicMap', 'select'))

  const title =
    name === undefined ? null : name.hideContent && !revealed.isRevealed(name.id) ? hiddenContent : shownTitle(name)
  const close = () => {
    void navigate({ pathname: path, search: paramsNow(params).toString() })
    main.current?.querySelector<HTMLElement>('[role="application"]')?.focus()
  }
  const hasSelection = selected.size > 0
  useKey('Escape', () => (hasSelection ? setChosen(new Set()) : close()), { enabled: hasSelection || id !== null })

  // Only while the map is here: the answer may come later.
  const list = (selected: Parameters<typeof select.mutate>[0]) =>
    select.mutate(selected, {
      onSuccess: ({ id: picked }) => void navigate(`${insightKind.path}?${new URLSearchParams({ picked })}`),
    })
  const showInList = (indexes: Iterable<number>) => list({ workspace, insights: Uint32Array.from(indexes, insightAt) })
  const countHeard = useRef(0)
  const announceSelected = (selectedCount: number) => {
    countHeard.current = selectedCount
    announce(selectedCount === 0 ? 'No insights selected' : `${counted(selectedCount, 'insight', 'insights')} selected`)
  }
  const choose = (indexes: readonly number[]) => {
    setChosen(new Set(indexes.map(insightAt)))
    announceSelected(indexes.length)
  }
  // It also shrinks when a category is hidden, and ends with Escape or another map.
  const announceRest = useEffectEvent((rest: number) => rest !== countHeard.current && announceSelected(rest))
  useEffect(() => void announceRest(selected.size), [selected.size])
  const openPoint = async (index: number, by: 'pointer' | 'keyboard') => {
    const found = await readName(insightAt(index))
    if (found === undefined || !isHere.current) return
    onOpening(found.id, by)
    if (found.id === id) return
    const pathname = `${path}/${encodeURIComponent(found.id)}`
    void navigate({ pathname, search: paramsNow(params).toString() }, { replace: id !== null })
  }
  const cluster = active === null ? noCluster : (points.cluster[active] ?? noCluster)
  const details = [
    categories[of[active ?? -1] ?? -1]?.label,
    cluster === noCluster ? undefined : clusterName(points.clusters[cluster] ?? { words: [] }, cluster),
  ].filter((part) => part !== undefined)
  const isByKeyboard = useRef(false)
  const say = useEffectEvent((name: string) => isByKeyboard.current && announce([name, ...details].join(', ')))
  useEffect(() => {
    if (active !== null && title !== null) say(title)
  }, [active, title])

  const isCovered = id !== null && isCovering(room)
  return (
    <>
      <MapToolbar
        {...{ model, state, mode, setMode, colouring, shown }}
        onColouring={(next) => {
          showAll()
          setColouring(next)
        }}
      />
      {model.error !== null && <ErrorNotice error={model.error} onRetry={model.retry} />}
      {select.error !== null && (
        <ErrorNotice error={select.error} onRetry={() => select.variables && list(select.variables)} />
      )}
      <div ref={body} className={classes.body}>
        <div ref={main} className={classes.main} inert={isCovered}>
          <MapCanvas
            {...{ points, isShown, clusters, camera, mode, active, title }}
            detail={details.join(' · ')}
            category={of}
            selected={hasSelection ? selected : null}
            onSelect={choose}
            onCamera={setCamera}
            onActive={(index, by) => {
              isByKeyboard.current = by === 'keyboard'
              setActiveInsight(index === null ? null : insightAt(index))
            }}
            onOpen={(index, by) => openPoint(index, by).catch(notifyError)}
          />
          {hasSelection && (
            <section className={classes.selection} aria-label="Selection">
              <span>{counted(selected.size, 'insight', 'insights')} selected</span>
              <Button
                size="compact-sm"
                leftSection={<IconListDetails size={15} stroke={1.8} aria-hidden />}
                onClick={() => showInList(selected)}
              >
                Show in list
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setChosen(new Set())}>
                Clear selection
              </Button>
            </section>
          )}
        </div>
        {id === null && (
          <aside className={classes.side} aria-label="About the map">
            <Legend categories={categories} hidden={hidden} onToggle={toggle} />
            <ClusterList
              clusters={clusters}
              between={shown - clusters.reduce((sum, each) => sum + each.points.length, 0)}
              onChoose={(each) => {
                choose(each.points)
                setCamera(cameraOn(points, each.points))
              }}
              onList={(each) => showInList(each.points)}
            />
          </aside>
        )}
        {id !== null && (
          <RecordPane kind={paneKind} region={region} room={room} onClose={close}>
            <InsightDetails list={{ kind: insightKind, state: noRows, revealed }} id={id} />
          </RecordPane>
        )}
      </div>
    </>
  )
}

const noRows = { rows: null }

interface MapToolbarProps {
  readonly model: TopicMapModel
  readonly state: MapState
  readonly mode: PointerMode
  readonly setMode: (mode: PointerMode) => void
  readonly colouring: Colouring
  readonly onColouring: (colouring: string) => void
  readonly shown: number
}

function MapToolbar({ model, state, mode, setMode, colouring, onColouring, shown }: MapToolbarProps) {
  const { insights, map, progress, hasFailed, withEmbedding, otherLength } = state
  if (map === null) return null
  const without = insights - withEmbedding - otherLength
  const about = [
    ...(without > 0 ? [`${count(without)} without an embedding`] : []),
    ...(otherLength > 0 ? [`${count(otherLength)} with an embedding that can’t be compared`] : []),
    ...(map.missing > 0 ? [`${count(map.missing)} not on the map yet`] : []),
    ...(map.added > 0 ? [`${count(map.added)} added since then`] : []),
  ]
  return (
    <header className={toolbar.toolbar}>
      <div className={toolbar.line}>
        <Heading />
        <span role="status" aria-label="Number of insights" className={toolbar.count}>
          {count(shown)} of {counted(insights, 'insight', 'insights')}
        </span>
        <span className={toolbar.space} />
        <SegmentedControl
          size="xs"
          aria-label="Colour by"
          data={colourings.map((value) => ({ value, label: colouringWords[value] }))}
          value={colouring}
          onChange={onColouring}
        />
        <SegmentedControl
          size="xs"
          aria-label="Pointer"
          data={[
            { value: 'move', label: 'Move' },
            { value: 'lasso', label: 'Lasso' },
          ]}
          value={mode}
          onChange={(value) => setMode(value as PointerMode)}
        />
      </div>
      <div className={toolbar.line} data-second>
        <p className={toolbar.note}>
          Drawn <RelativeTime at={map.madeAt} />
          {about.length > 0 && ` · ${about.join(' · ')}`}
        </p>
        {isStale(map) && progress === null && <p className={classes.stale}>{topicMapTexts.outdated}</p>}
        {hasFailed && progress === null && <p className={classes.stale}>{topicMapTexts.lastFailed}</p>}
        <span className={toolbar.space} />
        {progress === null ? (
          <Button
            size="compact-sm"
            variant={isStale(map) ? 'filled' : 'default'}
            leftSection={<IconRefresh size={15} stroke={1.8} aria-hidden />}
            onClick={model.draw}
          >
            Draw again
          </Button>
        ) : (
          <Drawing model={model} share={progress} />
        )}
      </div>
    </header>
  )
}
