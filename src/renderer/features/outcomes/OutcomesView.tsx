import { useCallback, useMemo, useState } from 'react'
import { OutcomeColumn, type OutcomeRow } from '../../../contract/features/outcomes'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { useDeletionWanted } from '../../ui/deletion-wanted'
import type { ListShape } from '../../ui/records/list-params'
import { RecordsView } from '../../ui/records/RecordsView'
import { goalKind } from '../../ui/records/record-kind'
import { rowName } from '../../ui/records/row-name'
import { useRecordList } from '../../ui/records/use-record-list'
import { useRowMenuKeys } from '../../ui/use-list-keys'
import { DeleteById } from './DeleteById'
import { DeleteOutcome } from './DeleteOutcome'
import { LinkToMetric } from './LinkToMetric'
import { MoreMenu } from './MoreMenu'
import { OutcomeDetails } from './OutcomeDetails'
import { outcomeColumnsWith } from './outcome-columns'

type ColumnId = (typeof OutcomeColumn.options)[number]

const shape: ListShape<ColumnId> = {
  columns: OutcomeColumn.options,
  defaultSort: { column: 'priority', direction: 'ascending' },
}

export function OutcomesView() {
  const { ref: workspace, name } = useWorkspace()
  const [doomed, setDoomed] = useState<OutcomeRow | null>(null)
  const [isByIdOpen, setIsByIdOpen] = useState(false)
  const columnsOf = useMemo(() => outcomeColumnsWith(setDoomed), [])
  const list = useRecordList({
    kind: goalKind,
    ...shape,
    readPage: ({ statuses: _, ...search }) => queryOf('outcomes', 'query', { workspace, ...search }),
  })

  useRowMenuKeys()
  const openById = useCallback(() => setIsByIdOpen(true), [])
  useDeletionWanted(openById)

  const onDeleted = (id: string) => {
    list.selection.drop([id])
    if (list.open.id === id) list.open.close()
    else list.table.current?.focusActiveRow()
  }

  return (
    <>
      <RecordsView
        list={list}
        columnsOf={columnsOf}
        nameOf={rowName}
        selectionTools={(chosen) => <LinkToMetric ids={chosen.map(({ id }) => id)} />}
        tools={<MoreMenu onDeleteById={openById} />}
        nothingThere={`No insight in ${name} belongs to a goal.`}
        details={(id) => <OutcomeDetails list={list} id={id} onDelete={setDoomed} />}
      />
      <DeleteOutcome outcome={doomed} onClose={() => setDoomed(null)} onDeleted={onDeleted} />
      <DeleteById opened={isByIdOpen} onClose={() => setIsByIdOpen(false)} onDeleted={onDeleted} />
    </>
  )
}
