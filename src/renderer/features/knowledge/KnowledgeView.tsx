import { IconFiles } from '@tabler/icons-react'
import { useState } from 'react'
import type { KnowledgeRow } from '../../../contract/features/knowledge'
import { useWorkspace } from '../../client/workspace'
import { ConfirmDelete } from '../../records/ConfirmDelete'
import { Dependents } from '../../records/DeletionBody'
import { ListShell } from '../../records/ListShell'
import { NoRecords } from '../../records/NoRecords'
import { DeleteItem } from '../../records/RowMenu'
import { shownTitle } from '../../records/record-words'
import { KnowledgeDetails } from './KnowledgeDetails'
import { KnowledgeToolbar } from './KnowledgeToolbar'
import { knowledgeColumns } from './knowledge-columns'
import { knowledgeTexts } from './knowledge-words'
import { useKnowledgeList } from './use-knowledge-list'

export function KnowledgeView() {
  const { ref: workspace } = useWorkspace()
  const { list, facets } = useKnowledgeList(workspace)
  const [deleting, setDeleting] = useState<KnowledgeRow | null>(null)

  const onDeleted = () => {
    const wasOpen = list.open.id === deleting?.id
    if (deleting !== null) list.selection.drop([deleting.id])
    setDeleting(null)
    if (wasOpen) list.open.close()
    else list.table.current?.focusActiveRow()
  }

  return (
    <>
      <ListShell
        list={list}
        columnsOf={knowledgeColumns}
        nameOf={shownTitle}
        toolbar={(parts) => <KnowledgeToolbar list={list} facets={facets} {...parts} />}
        empty={
          <NoRecords
            list={list}
            areRelated={false}
            icon={<IconFiles size={22} />}
            nothingThere={knowledgeTexts.noDocuments}
          />
        }
        lastInMenu={(row) => <DeleteItem onDelete={() => setDeleting(row)}>Delete…</DeleteItem>}
        details={(id) => <KnowledgeDetails workspace={workspace} id={id} onDelete={setDeleting} />}
      />
      {deleting !== null && (
        <ConfirmDelete
          onClose={() => setDeleting(null)}
          kind="knowledge item"
          title={deleting.title}
          id={deleting.id}
          consequences={<Dependents groups={[]} onLeave={() => setDeleting(null)} />}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}
