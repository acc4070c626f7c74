import { Button, Menu, SegmentedControl } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChartDots, IconSearchOff } from '@tabler/icons-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Decision, decisionWords, PrioritisedKind } from '../../../contract/features/priorities'
import { capital } from '../../../contract/first-letter'
import { useWorkspace } from '../../client/workspace'
import { rankedRows } from '../../navigation/ranked-rows'
import { ListShell } from '../../records/ListShell'
import { toggled } from '../../records/list-search'
import { type Revealed, rowName } from '../../records/MaskedText'
import { NoRecords } from '../../records/NoRecords'
import { hintFor } from '../../records/NothingMatches'
import { RelatedNote } from '../../records/RecordsView'
import { ClearFilters, FilterChip, Filters, ListToolbar } from '../../records/RecordToolbar'
import toolbar from '../../records/RecordToolbar.module.css'

import { clearWords, count, unknownMark } from '../../records/record-words'
import { VirtualTable } from '../../records/table/VirtualTable'
import { useFilterKey } from '../../records/use-list-keys'
import { EmptyState } from '../../ui/EmptyState'
import { useHasLowWindow } from '../../ui/low-window'
import { ToggleButton } from '../../ui/ToggleButton'
import { useViewCommand } from '../../ui/view-commands'
import { Choice } from './Choice'
import { DecideItems } from './DecideMenu'
import { Matrix, matrixChoices, partsShown } from './Matrix'
import { ModelMenu } from './ModelMenu'
import classes from './priorities.module.css'
import { contradictionInfo, priorityTexts } from './priority-words'
import { RankingDetails } from './RankingDetails'
import { rankedValues } from './ranked-values'
import { rankingColumns } from './ranking-columns'
import { Legend } from './ScoreBar'
import { SelectionTools } from './SelectionTools'
import {
  contradicted,
  type ModelChoice,
  type Ranking,
  rankedKinds,
  useModel,
  useRanking,
  useRankingAddress,
} from './use-priorities'
import { WeightsPane } from './WeightsPane'

type Address = ReturnType<typeof useRankingAddress>

const rowChoices = PrioritisedKind.options.map((kind) => ({
  value: rankedRows[kind],
  label: capital(rankedKinds[kind].many),
}))

export function PrioritiesView() {
  const address = useRankingAddress()
  const choice = useModel()
  const areRowsChosen = useRef(false)
  // Keyed: selection and open record are of one kind.
  return <RankingOf key={address.kind} address={address} choice={choice} areRowsChosen={areRowsChosen} />
}

function Empty({ list }: { readonly list: Ranking }) {
  const { name } = useWorkspace()
  const { many } = list.kind
  if (list.params.isNarrowed && list.records.ids.length > 0) {
    const { hasFilters, clear, search } = list.params
    return (
      <EmptyState
        icon={<IconSearchOff size={22} />}
        title={`No matching ${many}`}
        action={
          <Button variant="default" onClick={clear}>
            {clearWords(hasFilters, search.text)}
          </Button>
        }
      >
        {hintFor(search.text, hasFilters)}
      </EmptyState>
    )
  }
  const nothingThere =
    many === 'insights' ? `${name} has no insights yet.` : `No insight in ${name} is linked to any ${many}.`
  return <NoRecords list={list} nothingThere={nothingThere} />
}

const countOrUnknown = (number: number | null) => (number === null ? unknownMark : count(number))

function DecisionChips({ list: { params, records, countContradicted } }: { readonly list: Ranking }) {
  const filters = useFilterKey<HTMLFieldSetElement>(true)
  const { statuses } = params.search
  const hasContradicted = statuses.includes(contradicted)
  const countOfContradicted = countContradicted()
  return (
    <Filters ref={filters}>
      {Decision.options.map((decision) => (
        <FilterChip
          key={decision}
          isOn={statuses.includes(decision)}
          count={countOrUnknown(records.countDecided(decision))}
          onToggle={() => params.change((now) => ({ statuses: toggled(now.statuses, decision) }))}
        >
          {decisionWords[decision]}
        </FilterChip>
      ))}
      {(hasContradicted || (countOfContradicted ?? 0) > 0) && (
        <FilterChip
          isOn={hasContradicted}
          count={countOrUnknown(countOfContradicted)}
          rule={contradictionInfo}
          onToggle={() => params.change((now) => ({ statuses: toggled(now.statuses, contradicted) }))}
        >
          Contradicted
        </FilterChip>
      )}
      <ClearFilters params={params} />
    </Filters>
  )
}

interface RowsChoiceProps {
  readonly value: string
  readonly onChange: (rows: string) => void
  /** Outlives this control, which each choice replaces along with the rows. */
  readonly areRowsChosen: RefObject<boolean>
}

function RowsChoice({ value, onChange, areRowsChosen }: RowsChoiceProps) {
  const control = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (areRowsChosen.current) control.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
    areRowsChosen.current = false
  }, [areRowsChosen])
  return (
    <SegmentedControl
      ref={control}
      size="xs"
      aria-label="Rows"
      data={rowChoices}
      value={value}
      onChange={(rows) => {
        areRowsChosen.current = true
        onChange(rows)
      }}
    />
  )
}

interface RankingOfProps extends Pick<RowsChoiceProps, 'areRowsChosen'> {
  readonly address: Address
  readonly choice: ModelChoice
}

function RankingOf({ address, choice, areRowsChosen }: RankingOfProps) {
  const { kind, hasMatrix, hasWeights, set } = address
  const { model } = choice
  const list = useRanking(kind, model)
  const navigate = useNavigate()
  const { x, y, size } = matrixChoices(address)
  const columnsOf = useMemo(() => {
    const matrixParts = hasMatrix ? partsShown({ x, y, size }) : []
    return (revealed: Revealed) => rankingColumns(revealed, { kind, weights: model.weights, matrixParts })
  }, [kind, model.weights, hasMatrix, x, y, size])
  const areWeightsShown = hasWeights && list.open.id === null
  const closeWeights = () => {
    set('panel', null)
    list.table.current?.focusActiveRow()
  }
  const toggleWeights = () => {
    if (list.open.id !== null) list.open.close()
    set('panel', areWeightsShown ? null : 'weights')
  }
  const toggleMatrix = () => set('layout', hasMatrix ? null : 'matrix')
  useViewCommand({
    ...{ id: 'weights', of: 'view', label: areWeightsShown ? 'Hide weights' : 'Show weights' },
    ...{ alsoCalled: 'scoring model importance', run: toggleWeights },
  })
  useViewCommand({
    ...{ id: 'matrix', of: 'view', label: hasMatrix ? 'Hide matrix' : 'Show matrix' },
    ...{ alsoCalled: 'plot chart quadrants', run: toggleMatrix },
  })
  // Among the filters where its own line would cost the last of eight rows.
  const hasLowWindow = useHasLowWindow()
  const [startsUnfolded] = useState(() => areRowsChosen.current)
  const rowsChoice = (
    <RowsChoice
      areRowsChosen={areRowsChosen}
      value={list.kind.many}
      onChange={(rows) => void navigate(`${list.kind.path}?${rowsParams(address, rows)}`, { replace: true })}
    />
  )
  return (
    <ListShell
      list={list}
      columnsOf={columnsOf}
      nameOf={rowName}
      toolbar={(parts) => (
        <ListToolbar
          list={list}
          info={priorityTexts.howComputed}
          startsUnfolded={startsUnfolded}
          {...parts}
          tools={!hasLowWindow && rowsChoice}
        >
          <div className={`${toolbar.line} ${classes.toolLine}`} data-second>
            {hasLowWindow && rowsChoice}
            <Choice
              label="Scoring model"
              value={model.id}
              data={choice.all.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={choice.choose}
            />
            <ToggleButton
              isOn={areWeightsShown}
              icon={<IconAdjustmentsHorizontal size={15} stroke={1.8} aria-hidden />}
              onToggle={toggleWeights}
            >
              {choice.isChanged ? 'Weights (edited)' : 'Weights'}
            </ToggleButton>
            <ModelMenu choice={choice} />
            <ToggleButton
              isOn={hasMatrix}
              icon={<IconChartDots size={15} stroke={1.8} aria-hidden />}
              onToggle={toggleMatrix}
            >
              Matrix
            </ToggleButton>
            <DecisionChips list={list} />
          </div>
          <div className={`${toolbar.line} ${classes.legendLine}`} data-second>
            <Legend weights={model.weights} />
            <RelatedNote />
          </div>
        </ListToolbar>
      )}
      menuItems={(rows) => (
        <>
          <Menu.Label>Decide</Menu.Label>
          <DecideItems kind={kind} ids={rows.map(({ id }) => id)} />
        </>
      )}
      selectionTools={(rows) => <SelectionTools kind={kind} rows={rows} />}
      body={({ revealed, ...props }) => (
        <div className={classes.body}>
          {hasMatrix && <Matrix list={list} address={address} />}
          <div className={classes.table}>
            <VirtualTable {...props} label="Ranking" />
          </div>
        </div>
      )}
      rankedOf={(ids) => rankedValues(list.records, choice, ids)}
      empty={<Empty list={list} />}
      details={(id) => <RankingDetails kind={kind} list={list} id={id} choice={choice} />}
      aside={
        hasWeights
          ? {
              label: 'Weights',
              content: <WeightsPane kind={kind} choice={choice} list={list} onClose={closeWeights} />,
              onClose: closeWeights,
            }
          : null
      }
    />
  )
}

/** The same view of another kind: no search, and no open record. */
function rowsParams({ params }: Address, rows: string): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['q', 'status', 'sort']) next.delete(name)
  next.set('rows', rows)
  return next
}
