import { Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ToolbarParts } from '../ListShell'
import { useFilterKey } from '../use-list-keys'
import classes from './RecordToolbar.module.css'
import { RelatedChip } from './RelatedChip'
import type { RecordKind } from './record-kind'
import { count, counted } from './record-words'
import { SearchField } from './SearchField'
import type { ListParams } from './use-list-params'
import type { RecordRows } from './use-record-rows'

export interface StatusChip {
  readonly value: string
  readonly label: string
}

interface RecordToolbarProps extends ToolbarParts {
  readonly kind: RecordKind
  readonly params: ListParams<string>
  /** null until the first answer. */
  readonly rows: RecordRows<unknown> | null
  readonly statuses: readonly StatusChip[]
  /** What can be done here. */
  readonly tools?: ReactNode
  /** What the list cannot tell. */
  readonly note: ReactNode
}

function countText({ one, many }: RecordKind, { counts }: RecordRows<unknown>, isNarrowed: boolean): string {
  const noun = one === 'feedback' ? 'piece of feedback' : one
  const all = counted(counts.all, noun, many)
  return isNarrowed ? `${count(counts.total)} of ${all}` : all
}

/** The chips that exist, and those of the address that nobody knows, so that each can be taken away. */
function chipsOf(statuses: readonly StatusChip[], chosen: readonly string[]): readonly StatusChip[] {
  const unknown = chosen.filter((value) => !statuses.some((status) => status.value === value))
  return [...statuses, ...unknown.map((value) => ({ value, label: value }))]
}

export function RecordToolbar(props: RecordToolbarProps) {
  const { kind, params, rows, places, sortMenu, statuses, tools, note } = props
  const chips = chipsOf(statuses, params.statuses)
  const hasFilters = chips.length > 0 || params.isNarrowed
  const filters = useFilterKey<HTMLFieldSetElement>(hasFilters)
  return (
    <header className={classes.toolbar}>
      <div className={classes.line}>
        <Title order={1} className={classes.heading}>
          {kind.heading}
        </Title>
        <SearchField
          ref={places.searchField}
          label={`Search ${kind.one === 'feedback' ? 'feedback' : kind.many}`}
          text={params.text}
          onText={params.setText}
          toRows={places.toRows}
        />
        <span role="status" aria-label={`Number of ${kind.many}`} className={classes.count}>
          {rows && countText(kind, rows, params.isNarrowed)}
        </span>
        <span className={classes.space} />
        {sortMenu}
        {tools}
      </div>
      <div className={classes.line} data-second>
        {hasFilters && (
          <fieldset ref={filters} className={classes.filters} aria-label="Filters">
            {chips.map(({ value, label }) => (
              <button
                key={value}
                type="button"
                className={classes.chip}
                aria-pressed={params.statuses.includes(value)}
                onClick={() => params.toggleStatus(value)}
              >
                {label}
              </button>
            ))}
            {params.relatedTo !== null && <RelatedChip relatedTo={params.relatedTo} onClear={params.clearRelated} />}
            {params.isNarrowed && (
              <button type="button" className={classes.clear} onClick={params.clear}>
                <IconX size={13} aria-hidden />
                Clear filters
              </button>
            )}
          </fieldset>
        )}
        <p className={classes.note}>{note}</p>
      </div>
    </header>
  )
}
