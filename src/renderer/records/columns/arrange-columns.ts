import type { ColumnLayout } from '../../../contract/features/preferences'
import type { RecordKind } from '../record-kind'
import type { Column } from '../table/columns'

/** The layout of a list that nobody arranged. */
export const defaultLayout = (extraColumns: readonly string[] = []): ColumnLayout => ({
  order: [],
  hidden: [...extraColumns],
  widths: {},
})

/** Parameter in the address of a link: columns in their order, hidden ones after a minus. Widths are each computer's own. */
export const columnsParameter = 'columns'

/** Value in place of ids: all columns, in their default order. */
const allColumns = 'all'

export function columnsText({ order, hidden }: ColumnLayout): string {
  return [...new Set([...order, ...hidden])].map((id) => (hidden.includes(id) ? `-${id}` : id)).join() || allColumns
}

const mostColumns = 50

/** null: the text names no columns. Read by hand: the schema would load its library with the first frame. */
export function readColumns(text: string | null): ColumnLayout | null {
  if (text === allColumns) return { order: [], hidden: [], widths: {} }
  const ids = text?.split(',') ?? []
  if (ids.length === 0 || ids.length > mostColumns || !ids.every((id) => /^-?[A-Za-z]{1,40}$/.test(id))) return null
  const isHidden = (id: string) => id.startsWith('-')
  // A hidden column has no place of its own: named in the order, it would move the columns that follow it by default.
  return {
    order: ids.filter((id) => !isHidden(id)),
    hidden: ids.filter(isHidden).map((id) => id.slice(1)),
    widths: {},
  }
}

/** The extra column that explains the order of the rows while they are sorted by it; null: the sorting one is no extra. */
export const sortedExtra = ({ extraColumns = [] }: Pick<RecordKind, 'extraColumns'>, sorting: string): string | null =>
  extraColumns.includes(sorting) ? sorting : null

/** Columns in the person's order, hidden ones included. One missing in the order follows the one it follows by default. */
export function orderedColumns<Row>(
  columns: readonly Column<Row>[],
  { order }: Pick<ColumnLayout, 'order'>,
): readonly Column<Row>[] {
  const ordered = [...new Set(order)].flatMap((id) => columns.find((column) => column.id === id) ?? [])
  columns.forEach((column, index) => {
    if (ordered.includes(column)) return
    const before = columns[index - 1]
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column)
  })
  return [...ordered.filter(({ isActions }) => !isActions), ...ordered.filter(({ isActions }) => isActions)]
}

export const isAlwaysShown = ({ isPrimary, isActions }: Pick<Column<never>, 'isPrimary' | 'isActions'>) =>
  isPrimary === true || isActions === true

/**
 * The columns that the person chose to see, in their order, whether or not there is room for all of them.
 * @param extra shown although hidden: see `sortedExtra`.
 */
export function visibleColumns<Row>(
  columns: readonly Column<Row>[],
  layout: ColumnLayout,
  extra: string | null = null,
): readonly Column<Row>[] {
  return orderedColumns(columns, layout).filter(
    (column) => isAlwaysShown(column) || column.id === extra || !layout.hidden.includes(column.id),
  )
}

/** Moves an id. `step` of -1: one place towards the first. Beyond the ends nothing moves. */
export function movedId(ids: readonly string[], id: string, step: number): string[] {
  const from = ids.indexOf(id)
  const to = from + step
  if (from < 0 || to < 0 || to >= ids.length) return [...ids]
  return ids.filter((other) => other !== id).toSpliced(to, 0, id)
}
