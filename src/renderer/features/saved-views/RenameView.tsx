import { SavedView } from '../../../contract/features/saved-views'
import { useWorkspace } from '../../client/workspace'
import { changeView } from '../../records/saved-views/change-views'
import { RenameDialog } from '../../ui/RenameDialog'

const Naming = SavedView.pick({ name: true })

interface RenameViewProps {
  readonly view: SavedView
  readonly onClose: () => void
}

export function RenameView({ view, onClose }: RenameViewProps) {
  const { ref: workspace } = useWorkspace()
  return (
    <RenameDialog
      subject="View"
      name={view.name}
      schema={Naming}
      rename={(name) => changeView(workspace, view.id, { name })}
      onClose={onClose}
    />
  )
}
