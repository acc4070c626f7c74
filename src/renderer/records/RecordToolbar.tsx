import { Title } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import type { RelatedTo } from '../../contract/features/listing'
import { queryOptionsFor } from '../client/queries'
import { useSyncStatus, useWorkspace } from '../client/workspace'
import { InfoTip } from '../ui/InfoTip'
import { useKeyHint } from '../ui/keys'
import { useHasLowWindow } from '../ui/low-window'
import { useOneTabStop } from '../ui/one-tab-stop'
import { SearchField } from '../ui/SearchField'
import { ToolButton } from '../ui/ToolButton'
import { useViewCommand } from '../ui/view-commands'
import type { ToolbarParts } from './ListShell'
import { type ListControls, toggled } from './list-search'
import classes from './RecordToolbar.module.css'
import { RemoveChip } from './RemoveChip'
import { relatedKinds } from './record-kind'
import { countText, shownTitle } from './record-words'
import { useFilterKey } from './use-list-keys'
import type { RecordList, ShownList } from './use-record-list'

interface ListToolbarProps extends ToolbarParts {
  readonly list: ShownList<unknown>
  /** The list is made on this computer, so it can be counted before the first sync. */
  readonly isLocal?: boolean
  /** Actions of the view. */
  readonly tools?: ReactNode
  /** Says which records the list leaves out, or how it is ordered. */
  readonly info?: string | undefined
  /** Whether a low window shows what is below the search from the beginning. */
  readonly startsUnfolded?: boolean
  /** Below the search: filters, and a note about the list. */
  readonly children: ReactNode
}

/** The head of a list: its name, search, count, order and actions; filters below. */
export function ListToolbar({
  list,
  isLocal = false,
  startsUnfolded = false,
  tools,
  info,
  places,
  sortMenu,
  listTools,
  children,
}: ListToolbarProps) {
  const { kind, params, state } = list
  const sync = useSyncStatus()
  const { counts = null } = state.rows ?? {}
  const isUncounted = !isLocal && counts?.all === 0 && (sync?.syncedAt ?? null) === null
  const hasLowWindow = useHasLowWindow()
  const [isUnfolded, setIsUnfolded] = useState(startsUnfolded)
  const toolbar = useRef<HTMLElement>(null)
  const oneTabStop = useOneTabStop(toolbar)
  useKeyHint('ArrowLeft')
  useKeyHint('ArrowRight')
  return (
    <header ref={toolbar} className={classes.toolbar} {...oneTabStop}>
      <div className={classes.line}>
        <Title order={1} size={16}>
          {kind.heading}
        </Title>
        <SearchField
          ref={places.searchField}
          label={`Search ${kind.searched ?? kind.many}`}
          text={params.search.text}
          onText={params.setText}
          toRows={places.toRows}
        />
        <span role="status" aria-label={`Number of ${kind.many}`} className={classes.count}>
          {counts !== null &&
            !isUncounted &&
            countText(kind, counts, state.isBehind ? counts.total < counts.all : params.isNarrowed)}
        </span>
        <div role="toolbar" aria-label={kind.heading} className={classes.buttons}>
          {info !== undefined && <InfoTip text={info} />}
          <span className={classes.space} />
          {sortMenu}
          {listTools}
          {hasLowWindow && (
            <ToolButton
              aria-expanded={isUnfolded}
              data-unfolds
              leftSection={<IconFilter size={15} stroke={1.8} aria-hidden />}
              onClick={() => setIsUnfolded(!isUnfolded)}
            >
              {params.hasFilters ? 'Filters (on)' : 'Filters'}
            </ToolButton>
          )}
          {tools}
        </div>
      </div>
      <div hidden={hasLowWindow && !isUnfolded}>{children}</div>
    </header>
  )
}

interface ChipProps {
  readonly isOn: boolean
  /** Number of rows that the chip would leave. */
  readonly count?: string | undefined
  /** Explains which rows it leaves, if its text doesn't. */
  readonly rule?: string | undefined
  readonly onToggle: () => void
  readonly children: ReactNode
}

export function FilterChip({ isOn, count, rule, onToggle, children }: ChipProps) {
  return (
    <button type="button" className={classes.chip} title={rule} aria-pressed={isOn} onClick={onToggle}>
      <span className={classes.chipText} dir="auto">
        {children}
      </span>
      {count !== undefined && (
        <>
          {' '}
          <span className={classes.note}>{count}</span>
        </>
      )}
    </button>
  )
}

export function ClearFilters({ params }: { readonly params: Pick<ListControls, 'hasFilters' | 'dropFilters'> }) {
  useViewCommand(
    params.hasFilters
      ? {
          ...{ id: 'clear-filters', of: 'view', label: 'Clear filters', run: params.dropFilters },
          alsoCalled: 'reset remove all',
        }
      : null,
  )
  if (!params.hasFilters) return null
  return (
    <button type="button" className={classes.clear} onClick={params.dropFilters}>
      <IconX size={13} aria-hidden />
      Clear filters
    </button>
  )
}

interface FiltersProps {
  readonly ref?: Ref<HTMLFieldSetElement>
  readonly children: ReactNode
}

export function Filters({ ref, children }: FiltersProps) {
  return (
    <fieldset ref={ref} className={classes.filters} aria-label="Filters">
      {children}
    </fieldset>
  )
}

export interface StatusChip {
  readonly value: string
  readonly label: string
  readonly count?: string
}

interface RecordToolbarProps extends ToolbarParts {
  readonly list: RecordList<unknown>
  readonly statuses: readonly StatusChip[]
  readonly moreFilters?: ReactNode
  readonly tools?: ReactNode
  readonly info?: string
  readonly note?: ReactNode
}

/** The chips that exist, and one for each unknown status in the address, so that each can be removed. */
function chipsOf(statuses: readonly StatusChip[], chosen: readonly string[]): readonly StatusChip[] {
  const unknown = chosen.filter((value) => !statuses.some((status) => status.value === value))
  return [...statuses, ...unknown.map((value) => ({ value, label: value }))]
}

/** A toolbar with one chip for each status. */
export function RecordToolbar({ list, statuses, moreFilters, tools, info, note, ...parts }: RecordToolbarProps) {
  const { params } = list
  const { relatedTo, statuses: chosen } = params.search
  const chips = chipsOf(statuses, chosen)
  const hasFilters = chips.length > 0 || Boolean(moreFilters) || params.hasFilters
  const filters = useFilterKey<HTMLFieldSetElement>(hasFilters)
  return (
    <ListToolbar list={list} tools={tools} info={info} {...parts}>
      <div className={classes.line} data-second>
        {hasFilters && (
          <Filters ref={filters}>
            {chips.map(({ value, label, count }) => (
              <FilterChip
                key={value}
                isOn={chosen.includes(value)}
                count={count}
                onToggle={() => params.change(({ statuses }) => ({ statuses: toggled(statuses, value) }))}
              >
                {label}
              </FilterChip>
            ))}
            {chips.length > 0 && moreFilters && <span className={classes.divider} />}
            {moreFilters}
            {relatedTo !== null && (
              <RelatedChip relatedTo={relatedTo} onClear={() => params.change(() => ({ relatedTo: null }))} />
            )}
            <ClearFilters params={params} />
          </Filters>
        )}
        {note}
      </div>
    </ListToolbar>
  )
}

interface Named {
  readonly id: string
  readonly title: string
  readonly hideContent: boolean
}

/** The name of the record; feedback is not read, as most of it has no title. */
function useNamed({ kind, id }: RelatedTo): Named | undefined {
  const { ref: workspace } = useWorkspace()
  const input = { workspace, id }
  const when = (wanted: RelatedTo['kind']) => ({ enabled: kind === wanted })
  const insight = useQuery({ ...queryOptionsFor('insights', 'get', input), ...when('insight') })
  const opportunity = useQuery({ ...queryOptionsFor('opportunities', 'get', input), ...when('opportunity') })
  const outcome = useQuery({ ...queryOptionsFor('outcomes', 'get', input), ...when('outcome') })
  const solution = useQuery({ ...queryOptionsFor('solutions', 'get', input), ...when('solution') })
  return { insight, opportunity, outcome, solution, feedback: { data: undefined } }[kind].data
}

interface RelatedChipProps {
  readonly relatedTo: RelatedTo
  readonly onClear: () => void
}

/** Says that the list shows only records related to this one; pressing it shows everything again. */
export function RelatedChip({ relatedTo, onClear }: RelatedChipProps) {
  const named = useNamed(relatedTo)
  const { one, counted = one } = relatedKinds[relatedTo.kind]
  const article = /^[aeiou]/.test(counted) ? 'an' : 'a'
  const name = named === undefined || named.hideContent ? `${article} ${counted}` : `“${shownTitle(named)}”`
  return (
    <RemoveChip name={`linked to ${name}`} onRemove={onClear}>
      <span className={classes.chipText} dir="auto">
        Linked to {name}
      </span>
    </RemoveChip>
  )
}
