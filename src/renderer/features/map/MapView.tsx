import { ActionIcon, Group, Menu, Title, Tooltip } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconArrowsMaximize, IconBinaryTree2, IconDownload, IconMinus, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { MapTop } from '../../../contract/features/map'
import { createMarker } from '../../../contract/features/search-marks'
import { mutationOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { briefDialog, briefOf } from '../../records/brief-dialog'
import { ForgivenNotice } from '../../records/ForgivenNotice'
import list from '../../records/list.module.css'
import { toggled } from '../../records/list-search'
import { useRevealed } from '../../records/MaskedText'
import { NoRecords } from '../../records/NoRecords'
import { isCovering, RecordPane } from '../../records/RecordPane'
import { RelatedNote } from '../../records/RecordsView'
import { ClearFilters, FilterChip, Filters } from '../../records/RecordToolbar'
import toolbar from '../../records/RecordToolbar.module.css'
import { feedbackKind, type RecordKind, relatedKinds } from '../../records/record-kind'
import { clearWords, count, countText, listTexts, percentText } from '../../records/record-words'
import { useDetailsRegion } from '../../records/use-details-region'
import { useAwaitedRows, useFilterKey } from '../../records/use-list-keys'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { paramsNow } from '../../ui/current-location'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { focusUncovered } from '../../ui/focus-uncovered'
import { InfoTip } from '../../ui/InfoTip'
import { useKeyShortcut } from '../../ui/KeyHint'
import { useKey, useKeyHint } from '../../ui/keys'
import { SearchMarks } from '../../ui/Marked'
import { notifyError, notifyStatus } from '../../ui/notify'
import { useOneTabStop } from '../../ui/one-tab-stop'
import { zonedTime } from '../../ui/relative-time'
import { SearchField } from '../../ui/SearchField'
import { ToolButton } from '../../ui/ToolButton'
import { drawPng } from './draw-png'
import { drawingOf } from './drawing'
import { type Layout, layOut, linesInFile, linesOnScreen } from './layout'
import { MapDetails } from './MapDetails'
import { cardIn, MapTree, useCardInSight, useSteadyScroll } from './MapTree'
import classes from './map.module.css'
import { gapTotals, inferredText, kindOfPath, kindPaths, mapTexts } from './map-words'
import type { MapNode } from './outline'
import { readPalette } from './palette'
import { type EvidenceMap, filteredKinds, gapsChip, unseenChip, useMap } from './use-map'
import { usePan, useZoom } from './use-zoom'

const mapKind: RecordKind = { path: '/map', heading: 'Map', one: 'record', many: 'records', searched: 'map' }

/** The record open beside the map, by its kind and id in the path. */
function useOpenBeside() {
  const { kind: path, id } = useParams()
  const navigate = useNavigate()
  const kind = kindOfPath(path)
  const open = kind === null || id === undefined ? null : { kind, id }
  const go = (pathname: string, options = {}) =>
    void navigate({ pathname, search: paramsNow(new URLSearchParams()).toString() }, options)
  return {
    open,
    show: (next: NonNullable<typeof open>) => {
      if (next.id !== open?.id || next.kind !== open.kind)
        go(`/map/${kindPaths[next.kind]}/${encodeURIComponent(next.id)}`, { replace: open !== null })
    },
    close: () => go('/map'),
  }
}

/** The wanted node, or the nearest above it if it is gone; else the record in the address; else the first node. */
function activeOf(layout: Layout | null, wanted: string | null, opened: string | undefined): MapNode | null {
  const nodes = layout?.boxes.map(({ node }) => node) ?? []
  const found =
    wanted === null
      ? nodes.find((node) => node.type === 'record' && node.record.id === opened)
      : nodes.findLast(({ key }) => wanted === key || wanted.startsWith(`${key}/`))
  return found ?? nodes[0] ?? null
}

export function MapView() {
  const revealed = useRevealed()
  const map = useMap(revealed)
  const { outline, params } = map
  const layout = useMemo(() => (outline === null ? null : layOut(outline.nodes, linesOnScreen)), [outline])
  const [wanted, setWanted] = useState<string | null>(null)
  const beside = useOpenBeside()
  const { region, onOpening } = useDetailsRegion(beside.open?.id ?? null)
  const active = activeOf(layout, wanted, beside.open?.id)
  const tree = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const isFocusWanted = useRef(false)
  const { ref: body, width: room } = useElementSize()
  const zoom = useZoom(scroller, layout)
  usePan(scroller)
  const { text, statuses } = params.written
  const filterKey = JSON.stringify([text, statuses])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter begins at its top
  useLayoutEffect(() => scroller.current?.scrollTo(0, 0), [filterKey])
  useSteadyScroll(scroller, layout, zoom.value, active?.key ?? null)

  const cardOf = (key: string) => cardIn(tree.current, key)
  const openNode = beside.open && active?.type === 'record' && active.record.id === beside.open.id ? active : null
  useCardInSight(scroller, tree, openNode?.key ?? null)

  useLayoutEffect(() => {
    if (!isFocusWanted.current || active === null) return
    isFocusWanted.current = false
    focusUncovered(cardOf(active.key))
  })

  const follow = (node: MapNode | undefined) => {
    if (beside.open !== null && node?.type === 'record') beside.show({ kind: node.record.kind, id: node.record.id })
  }
  const activate = (key: string) => {
    if (key === active?.key) return focusUncovered(cardOf(key))
    setWanted(key)
    isFocusWanted.current = true
    follow(outline?.nodes.find((node) => node.key === key))
  }
  const open = (node: MapNode, by: 'pointer' | 'keyboard') => {
    setWanted(node.key)
    if (node.type === 'record') {
      onOpening(node.record.id, by)
      beside.show({ kind: node.record.kind, id: node.record.id })
    } else if (node.type === 'group') map.setOpened(node.key, node.isExpanded === false)
    else if (node.type === 'failed') map.retry()
    else if (node.limit !== null) map.showMore(node.key.slice(0, -1), node.limit)
    else if (node.list !== 'insightFeedback') searchField.current?.focus()
    else {
      const insight = outline?.nodes.find(({ key }) => key === node.parent)
      if (insight !== undefined) open(insight, by)
    }
  }
  const move = (steps: number) => {
    const nodes = outline?.nodes ?? []
    const at = nodes.findIndex(({ key }) => key === active?.key)
    const isInTree = tree.current?.contains(document.activeElement) === true
    // The first move only shows the current place.
    const next = nodes[isInTree ? at + steps : at]
    if (next !== undefined) activate(next.key)
  }
  const toFirst = () => {
    const first = outline?.nodes.find((node) => node.type === 'record' && node.record.matches) ?? outline?.nodes[0]
    if (first !== undefined) activate(first.key)
    return first !== undefined
  }
  const isBehind = map.error === null && (map.isReading || params.search.text !== text)
  const awaitCards = useAwaitedRows({ isBehind, searchField, focusFirst: toFirst })
  const close = () => {
    beside.close()
    // The address named it until now.
    setWanted(active?.key ?? null)
    isFocusWanted.current = true
  }

  useKey('j', () => move(1))
  useKey('k', () => move(-1))
  useKey('ArrowDown', () => move(1))
  useKey('ArrowUp', () => move(-1))
  useKeyHint('ArrowLeft')
  useKeyHint('ArrowRight')
  useKeyHint('Home')
  useKeyHint('End')
  useKeyHint('Enter')
  useKeyHint('Escape')
  useKey('Escape', close, { enabled: beside.open !== null })
  useKey(
    'b',
    () => {
      const subject = active?.type === 'record' ? briefOf(relatedKinds[active.record.kind], active.record.id) : null
      if (subject === null) announce(mapTexts.noBrief)
      else briefDialog.set(subject)
    },
    { enabled: beside.open === null },
  )

  const forgiven = text.trim() === '' ? undefined : map.top?.forgiven
  const marker = useMemo(() => createMarker(text, forgiven), [text, forgiven])
  const isEmpty = outline !== null && outline.nodes.length === 0
  const isCovered = beside.open !== null && isCovering(room)
  return (
    <div className={list.view}>
      <MapToolbar
        map={map}
        zoom={zoom}
        palette={scroller}
        searchField={searchField}
        toRows={(place) => {
          if (place === 'active' && active !== null) activate(active.key)
          else if (isBehind) awaitCards()
          else return toFirst()
          return true
        }}
      />
      <ForgivenNotice text={text} forgiven={forgiven ?? []} onText={params.setText} />
      <div ref={body} className={list.body}>
        <div ref={scroller} className={classes.scroller} inert={isCovered}>
          {map.error !== null && (
            <div className={list.error}>
              <ErrorNotice error={map.error} onRetry={map.retry} />
            </div>
          )}
          {isEmpty && <Empty map={map} />}
          {layout !== null && !isEmpty && (
            <SearchMarks value={marker}>
              <MapTree
                layout={layout}
                zoom={zoom.value}
                isReading={map.isReading}
                activeKey={active?.key ?? null}
                openKey={openNode?.key ?? null}
                tree={tree}
                activate={activate}
                open={open}
                setExpanded={(node, isExpanded) => {
                  setWanted(node.key)
                  map.setOpened(node.key, isExpanded)
                }}
              />
            </SearchMarks>
          )}
        </div>
        {beside.open !== null && (
          <RecordPane
            kind={{ ...relatedKinds[beside.open.kind], path: '/map' }}
            region={region}
            room={room}
            onClose={close}
          >
            <MapDetails {...beside.open} revealed={revealed} />
          </RecordPane>
        )}
      </div>
    </div>
  )
}

function Empty({ map: { params, top } }: { readonly map: EvidenceMap }) {
  const { name } = useWorkspace()
  if (params.isNarrowed && top !== undefined && top.all > 0) {
    const { text } = params.written
    return (
      <EmptyState
        icon={<IconBinaryTree2 size={22} />}
        title="No matching records"
        action={
          <Group gap="xs" justify="center">
            <ToolButton onClick={params.clear}>{clearWords(params.hasFilters, text)}</ToolButton>
            {text !== '' && (
              <ToolButton component={Link} to={`${feedbackKind.path}?${new URLSearchParams({ q: text })}`}>
                Search feedback
              </ToolButton>
            )}
          </Group>
        }
      >
        {text === '' ? undefined : mapTexts.feedbackNotSearched}
      </EmptyState>
    )
  }
  const rows = top === undefined ? null : { counts: { all: top.all } }
  return (
    <NoRecords
      list={{ kind: mapKind, params, state: { rows } }}
      areRelated={false}
      nothingThere={`${name} has no insights yet, so there is nothing to link.`}
    />
  )
}

interface MapToolbarProps {
  readonly map: EvidenceMap
  readonly zoom: ReturnType<typeof useZoom>
  /** The element that defines the drawing's colours. */
  readonly palette: { readonly current: HTMLElement | null }
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly toRows: (place: 'first' | 'active') => boolean
}

function MapToolbar({ map, zoom, palette, searchField, toRows }: MapToolbarProps) {
  const { params, top } = map
  const header = useRef<HTMLElement>(null)
  const oneTabStop = useOneTabStop(header)
  useKey('/', () => {
    searchField.current?.focus()
    searchField.current?.select()
  })
  return (
    <header ref={header} className={toolbar.toolbar} {...oneTabStop}>
      <div className={toolbar.line}>
        <Title order={1} size={16}>
          Map
        </Title>
        <SearchField
          ref={searchField}
          label="Search map"
          text={params.search.text}
          onText={params.setText}
          toRows={toRows}
        />
        <span role="status" aria-label="Number of records" className={toolbar.count}>
          {top && countText(mapKind, { total: top.matching, all: top.all }, params.isNarrowed)}
        </span>
        <div role="toolbar" aria-label="Map" className={toolbar.buttons}>
          <InfoTip text={mapTexts.howLinked} />
          <span className={toolbar.space} />
          <ZoomButtons zoom={zoom} />
          <ExportMenu map={map} palette={palette} />
        </div>
      </div>
      <div className={toolbar.line} data-second>
        <Chips map={map} />
        <RelatedNote />
        <span className={toolbar.space} />
        <Legend top={top} />
      </div>
    </header>
  )
}

function Chips({ map: { params, top } }: { readonly map: EvidenceMap }) {
  const filters = useFilterKey<HTMLFieldSetElement>(true)
  const { statuses } = params.search
  const gaps = top === undefined ? 0 : Object.values(top.gaps).reduce((sum, each) => sum + each, 0)
  const chip = (value: string, words: string, found?: string) => (
    <FilterChip
      key={value}
      isOn={statuses.includes(value)}
      count={found}
      onToggle={() => params.change((now) => ({ statuses: toggled(now.statuses, value) }))}
    >
      {words}
    </FilterChip>
  )
  return (
    <Filters ref={filters}>
      {chip(gapsChip, 'Only gaps', top === undefined ? undefined : count(gaps))}
      {chip(unseenChip, 'Unseen')}
      <span className={toolbar.divider} />
      {filteredKinds.map((kind) => chip(kindPaths[kind], relatedKinds[kind].heading))}
      <ClearFilters params={params} />
    </Filters>
  )
}

function Legend({ top }: { readonly top: MapTop | undefined }) {
  const totals = top === undefined ? [] : gapTotals(top.gaps)
  return (
    <p className={classes.legend}>
      {totals.length > 0 && <span title={totals.join(', ')}>{totals.join(' · ')}</span>}
      <span className={classes.sample}>
        <svg width={24} height={8} aria-hidden>
          <path d="M0 4h24" />
        </svg>
        Linked
      </span>
      <span className={classes.sample}>
        <svg width={24} height={8} aria-hidden>
          <path d="M0 4h24" data-inferred />
        </svg>
        {inferredText}
      </span>
    </p>
  )
}

function ZoomButtons({ zoom }: { readonly zoom: ReturnType<typeof useZoom> }) {
  useKey('+', zoom.closer)
  useKey('-', zoom.farther)
  useKey('0', zoom.fit)
  const shortcut = useKeyShortcut()
  return (
    <span className={classes.zoom}>
      <ActionIcon aria-label="Zoom out" {...shortcut('-')} onClick={zoom.farther}>
        <IconMinus size={15} stroke={1.8} aria-hidden />
      </ActionIcon>
      <Tooltip label="Actual size">
        <button
          type="button"
          className={classes.percent}
          aria-label={`Zoom ${percentText(zoom.value)}, actual size`}
          onClick={zoom.reset}
        >
          {percentText(zoom.value)}
        </button>
      </Tooltip>
      <ActionIcon aria-label="Zoom in" {...shortcut('+')} onClick={zoom.closer}>
        <IconPlus size={15} stroke={1.8} aria-hidden />
      </ActionIcon>
      <Tooltip label="Fit to view">
        <ActionIcon aria-label="Fit to view" {...shortcut('0')} onClick={zoom.fit}>
          <IconArrowsMaximize size={15} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}

function ExportMenu({ map, palette }: Pick<MapToolbarProps, 'map' | 'palette'>) {
  const { name } = useWorkspace()
  const { mutate, isPending } = useMutation({
    ...mutationOptionsFor('map', 'save'),
    onSuccess: ({ saved }) => saved && notifyStatus('Map saved'),
    onError: notifyError,
  })
  const draw = () => {
    const outline = map.outlineForOthers()
    if (outline === null || palette.current === null || outline.nodes.length === 0) return null
    const { text, statuses } = map.params.written
    const filters = [text === '' ? [] : [`“${text}”`], statuses].flat()
    return drawingOf(layOut(outline.nodes, linesInFile), {
      colours: readPalette(palette.current),
      title: `Evidence map of ${name}`,
      note: [zonedTime(Date.now()), ...(filters.length > 0 ? [`filtered by ${filters.join(', ')}`] : [])].join(', '),
    })
  }
  const save = async (format: 'svg' | 'png') => {
    const svg = draw()
    if (svg === null) return void notifyStatus(listTexts.nothingToExport)
    try {
      const drawing = format === 'svg' ? { format, text: svg } : { format, base64: await drawPng(svg) }
      mutate({ workspaceName: name, drawing })
    } catch (error) {
      notifyError(error)
    }
  }
  const [isOpen, setIsOpen] = useState(false)
  useKey('mod+e', () => setIsOpen(!isPending))
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-end">
      <Menu.Target>
        <BusyButton
          size="compact-sm"
          h={30}
          variant="default"
          isBusy={isPending}
          leftSection={<IconDownload size={15} stroke={1.8} aria-hidden />}
        >
          Export…
        </BusyButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('svg')}>Save as SVG…</Menu.Item>
        <Menu.Item onClick={() => void save('png')}>Save as PNG…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
