import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { needsOfGoal } from '../../../contract/features/needs'
import { OutcomeColumn, type OutcomeRow } from '../../../contract/features/outcomes'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { useDialogWanted } from '../../navigation/location-state'
import { ConfirmDelete } from '../../records/ConfirmDelete'
import { rowName } from '../../records/MaskedText'
import { NeedChips } from '../../records/NeedChips'
import { type NeedySearch, needyShape } from '../../records/needs'
import { type OwnSearch, withOwn } from '../../records/own-filter'
import { RecordsView } from '../../records/RecordsView'
import { DeleteItem } from '../../records/RowMenu'
import { goalKind } from '../../records/record-kind'
import { OwnFilterChip } from '../../records/triage/OwnFilterChip'
import { useRecordList } from '../../records/use-record-list'
import { DeleteById } from './DeleteById'
import { GoalDependents } from './GoalDependents'
import { LinkItem, LinkToMetric } from './LinkToMetric'
import { OutcomeDetails } from './OutcomeDetails'
import { outcomeColumns } from './outcome-columns'

type Column = (typeof OutcomeColumn.options)[number]

const shape = withOwn(needyShape<Column>(OutcomeColumn.options, { column: 'priority', direction: 'ascending' }))

export function OutcomesView() {
  const { ref: workspace, name } = useWorkspace()
  const [goalToDelete, setGoalToDelete] = useState<OutcomeRow | null>(null)
  const [isByIdOpen, setIsByIdOpen] = useState(false)
  const list = useRecordList<OutcomeRow, NeedySearch<Column> & OwnSearch>({
    kind: goalKind,
    shape,
    readPage: ({ statuses: _, ...search }) => queryOptionsFor('outcomes', 'query', { workspace, ...search }),
  })

  const openById = useCallback(() => setIsByIdOpen(true), [])
  useDialogWanted('deletion-by-id', openById)

  const onDeleted = (id: string) => {
    list.selection.drop([id])
    if (list.open.id === id) list.open.close()
    else list.table.current?.focusActiveRow()
  }

  const closeDialog = () => setGoalToDelete(null)
  return (
    <>
      <RecordsView
        list={list}
        columnsOf={outcomeColumns}
        nameOf={rowName}
        moreFilters={
          <>
            <NeedChips params={list.params} offered={needsOfGoal} />
            <OwnFilterChip params={list.params} />
          </>
        }
        selectionTools={(chosen) => <LinkToMetric ids={chosen.map(({ id }) => id)} />}
        menuItems={(chosen) => <LinkItem ids={chosen.map(({ id }) => id)} />}
        lastInMenu={(row) => <DeleteItem onDelete={() => setGoalToDelete(row)}>Delete…</DeleteItem>}
        tools={<MoreMenu onDeleteById={openById} />}
        nothingThere={`No insight in ${name} belongs to a goal.`}
        details={(id) => <OutcomeDetails list={list} id={id} onDelete={setGoalToDelete} />}
      />
      {goalToDelete !== null && (
        <ConfirmDelete
          onClose={closeDialog}
          kind="goal"
          title={goalToDelete.title}
          id={goalToDelete.id}
          isHidden={goalToDelete.hideContent}
          consequences={<GoalDependents outcome={goalToDelete} onLeave={closeDialog} />}
          onDeleted={() => onDeleted(goalToDelete.id)}
        />
      )}
      <DeleteById opened={isByIdOpen} onClose={() => setIsByIdOpen(false)} onDeleted={onDeleted} />
    </>
  )
}

/** Rare actions, away from those of every day. */
function MoreMenu({ onDeleteById }: { readonly onDeleteById: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="More" title="More">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <DeleteItem onDelete={onDeleteById}>Delete by ID…</DeleteItem>
      </Menu.Dropdown>
    </Menu>
  )
}
