// The search of a list whose records may want attention, and the address of those that do.
import { Need } from '../../contract/features/needs'
import { type ListSearch, listShape, type SearchShape } from './list-search'
import type { RecordKind } from './record-kind'
import type { Sort } from './table/columns'

export type NeedySearch<Id extends string = string> = ListSearch<Id> & { readonly needs: Need[] }

const name = 'needs'

export function needyShape<Id extends string>(
  columns: readonly Id[],
  defaultSort: Sort<Id>,
): SearchShape<NeedySearch<Id>> {
  const { plain, read, write } = listShape(columns, defaultSort)
  return {
    columns,
    plain: { ...plain, needs: [] },
    read: (params) => {
      const given = params.getAll(name)
      return { ...read(params), needs: Need.options.filter((need) => given.includes(need)) }
    },
    write: ({ needs, ...search }, params) => {
      const next = write(search, params)
      next.delete(name)
      for (const need of needs) next.append(name, need)
      return next
    },
  }
}

/** The address of a list that shows the records with this need. */
export const needPath = ({ path }: RecordKind, need: Need) => `${path}?${name}=${need}`
