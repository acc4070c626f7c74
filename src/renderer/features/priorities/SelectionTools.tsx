// Actions on the selected records, besides export.
import { IconList } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { PrioritisedKind } from '../../../contract/features/priorities'
import { keyIn } from '../../../contract/workspace-key'
import { useWorkspace } from '../../client/workspace'
import { isReturn } from '../../navigation/location-state'
import { BriefButton } from '../../records/brief-dialog'
import { relatedKinds } from '../../records/record-kind'
import { leaveSelected } from '../../records/use-selection'
import { ToolButton } from '../../ui/ToolButton'
import { useViewCommand } from '../../ui/view-commands'
import { DecideMenu } from './DecideMenu'
import type { RankedRow } from './use-priorities'

interface SelectionToolsProps {
  readonly kind: PrioritisedKind
  readonly rows: readonly RankedRow[]
}

export function SelectionTools({ kind, rows }: SelectionToolsProps) {
  const ids = rows.map(({ id }) => id)
  return (
    <>
      <DecideMenu kind={kind} ids={ids} />
      <BriefButton subject={{ kind: 'selection', of: kind, ids }} />
      <ShowInList kind={kind} rows={rows} />
    </>
  )
}

/** Opens the list of the kind with the same records selected. */
function ShowInList({ kind, rows }: SelectionToolsProps) {
  const { ref: workspace } = useWorkspace()
  const navigate = useNavigate()
  const { path } = relatedKinds[kind]
  const show = () => {
    // The status of an insight is its type.
    const listed = rows.map((row) => ({ ...row, type: row.status ?? '', combinedScore: row.parts.combined }))
    void navigate(path, { state: isReturn })
    leaveSelected(keyIn(workspace, path), listed)
  }
  useViewCommand({
    ...{ id: 'show-in-list', of: 'selection', label: 'Show in list', alsoCalled: 'go to open view', run: show },
  })
  return (
    <ToolButton leftSection={<IconList size={14} stroke={1.8} aria-hidden />} onClick={show}>
      Show in list
    </ToolButton>
  )
}
