import { SegmentedControl } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { SolutionColumn, type SolutionRow } from '../../../contract/features/solutions'
import { Horizon, SolutionStatus } from '../../../contract/resources/solution'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { useAddressParams, valuesIn } from '../../navigation/address-params'
import { type ListSearch, type PlainSearch, searchShape, toggled } from '../../records/list-search'
import { rowName } from '../../records/MaskedText'
import { type OwnSearch, withOwn } from '../../records/own-filter'
import { RecordsView } from '../../records/RecordsView'
import { FilterChip } from '../../records/RecordToolbar'
import { solutionKind } from '../../records/record-kind'
import { statusWord } from '../../records/record-words'
import { OwnFilterChip } from '../../records/triage/OwnFilterChip'
import { useRecordList } from '../../records/use-record-list'
import { ActionButton } from '../../ui/ActionButton'
import { paramsNow } from '../../ui/current-location'
import { Comparison, fewestCompared, mostCompared } from './Comparison'
import { horizonName, SolutionBoard } from './SolutionBoard'
import { SolutionDetails } from './SolutionDetails'
import { solutionColumns } from './solution-columns'
import { solutionTexts } from './solution-words'

type Column = (typeof SolutionColumn.options)[number]
type Filters = Pick<ListSearch, 'statuses'> & { readonly horizons: (string | null)[] }

/** Code for "no horizon" in the address. */
const unplanned = '-'

/** In the team's order: priority is a text that sorts as such. */
const shape = withOwn(
  searchShape<Column, Filters>({
    columns: SolutionColumn.options,
    defaultSort: { column: 'priority', direction: 'ascending' },
    names: ['status', 'horizon'],
    read: (params) => ({
      statuses: valuesIn(params, 'status'),
      horizons: valuesIn(params, 'horizon').map((value) => (value === unplanned ? null : value)),
    }),
    write: ({ statuses, horizons }) => [
      ...statuses.map((status) => ['status', status] as const),
      ...horizons.map((horizon) => ['horizon', horizon ?? unplanned] as const),
    ],
  }),
)
/** In workflow order; the API document lists them in another. */
const statusOrder = SolutionStatus.extract([
  'New',
  'Backlog',
  'Planned',
  'InDevelopment',
  'Complete',
  'Live',
  'Cancelled',
])
const statuses = statusOrder.options.map((value) => ({ value, label: statusWord(value) }))

/** The layout and the compared solutions, from the address. */
function useSolutionsAddress() {
  const [params, setParam] = useAddressParams()
  const navigate = useNavigate()
  const compared = [...new Set(params.getAll('compare'))].slice(0, mostCompared)
  const goTo = (change: (next: URLSearchParams) => void, isReplacing: boolean) => {
    const next = new URLSearchParams(paramsNow(params))
    change(next)
    void navigate({ pathname: solutionKind.path, search: next.toString() }, { replace: isReplacing })
  }
  return {
    isBoard: params.get('layout') === 'board',
    compared: compared.length < fewestCompared ? null : compared,
    setLayout: (layout: string) => setParam('layout', layout === 'board' ? layout : null),
    compare: (ids: readonly string[]) =>
      goTo((next) => {
        for (const id of ids) next.append('compare', id)
      }, false),
    endComparison: () => goTo((next) => next.delete('compare'), true),
  }
}

export function SolutionsView() {
  const { ref: workspace, name } = useWorkspace()
  const list = useRecordList<SolutionRow, Filters & PlainSearch<Column> & OwnSearch>({
    kind: solutionKind,
    shape,
    readPage: (search) => queryOptionsFor('solutions', 'query', { workspace, ...search }),
  })
  const { isBoard, compared, setLayout, compare, endComparison } = useSolutionsAddress()
  const { horizons } = list.params.search

  /** Focuses the button that began the comparison, or the list if nothing is selected. */
  const tools = useRef<HTMLSpanElement>(null)
  const wasComparing = useRef(false)
  const isComparing = compared !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the comparison ends, whatever the list is then
  useEffect(() => {
    if (wasComparing.current && !isComparing) {
      const button = tools.current?.querySelector('button')
      if (button) button.focus()
      else list.table.current?.focusActiveRow()
    }
    wasComparing.current = isComparing
  }, [isComparing])

  if (compared !== null) return <Comparison ids={compared} revealed={list.revealed} onClose={endComparison} />
  return (
    <RecordsView<SolutionRow>
      list={list}
      columnsOf={solutionColumns}
      nameOf={rowName}
      statuses={statuses}
      {...(isBoard ? { info: solutionTexts.horizonsAreFixed, body: (props) => <SolutionBoard {...props} /> } : {})}
      moreFilters={
        <>
          {!isBoard &&
            [...new Set([...Horizon.options, null, ...horizons])].map((horizon) => (
              <FilterChip
                key={horizon ?? ''}
                isOn={horizons.includes(horizon)}
                onToggle={() => list.params.change((now) => ({ horizons: toggled(now.horizons, horizon) }))}
              >
                {horizonName(horizon)}
              </FilterChip>
            ))}
          <OwnFilterChip params={list.params} />
        </>
      }
      tools={
        <SegmentedControl
          size="xs"
          aria-label="Layout"
          data={[
            { value: 'list', label: 'List' },
            { value: 'board', label: 'Board' },
          ]}
          value={isBoard ? 'board' : 'list'}
          onChange={setLayout}
        />
      }
      selectionTools={(chosen) => (
        <span ref={tools}>
          <ActionButton
            disabledReason={
              chosen.length < fewestCompared || chosen.length > mostCompared ? solutionTexts.selectSome : null
            }
            leftSection={<IconColumns size={15} stroke={1.8} aria-hidden />}
            inPalette={{ id: 'compare', of: 'selection', label: 'Compare', alsoCalled: 'side by side difference' }}
            onClick={() => compare(chosen.map(({ id }) => id))}
          >
            Compare
          </ActionButton>
        </span>
      )}
      nothingThere={`No insight in ${name} has a solution.`}
      details={(id) => <SolutionDetails list={list} id={id} />}
    />
  )
}
