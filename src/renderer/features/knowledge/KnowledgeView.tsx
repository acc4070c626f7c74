import { IconFiles } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { KnowledgeRow } from '../../../contract/features/knowledge'
import { useWorkspace } from '../../app/workspace'
import { client } from '../../client/bridge'
import { queryOf } from '../../client/queries'
import { EmptyState } from '../../ui/EmptyState'
import { ListShell } from '../../ui/ListShell'
import { ConfirmDelete } from '../../ui/records/ConfirmDelete'
import { HangingOnIt } from '../../ui/records/DeletionBody'
import { NoRecords } from '../../ui/records/NoRecords'
import type { RecordList } from '../../ui/records/use-record-list'
import { useRowMenuKeys } from '../../ui/use-list-keys'
import { KnowledgeDetails } from './KnowledgeDetails'
import { KnowledgeToolbar } from './KnowledgeToolbar'
import { knowledgeColumns } from './knowledge-columns'
import { titleOf } from './knowledge-words'
import { useKnowledgeList } from './use-knowledge-list'

const nothingThere = 'Documents added to the workspace appear here.'

function NoKnowledge({ list }: { readonly list: RecordList<KnowledgeRow> }) {
  const { ref: workspace } = useWorkspace()
  const { data: sync } = useQuery(queryOf('sync', 'status', { workspace }))
  const hasAny = (list.state.rows?.counts.all ?? 0) > 0
  // Documents do not depend on what insights are related to, so only what is true of every list is left to NoRecords.
  if (!hasAny && sync?.syncedAt && sync.error?.code !== 'FORBIDDEN') {
    return (
      <EmptyState icon={<IconFiles size={22} />} title="No knowledge items yet">
        {nothingThere}
      </EmptyState>
    )
  }
  return <NoRecords list={list} nothingThere={nothingThere} />
}

export function KnowledgeView() {
  const { ref: workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const { list, facets } = useKnowledgeList(workspace)
  const [deleting, setDeleting] = useState<KnowledgeRow | null>(null)
  const columnsOf = useMemo(() => knowledgeColumns(setDeleting), [])

  useRowMenuKeys()

  const onDeleted = () => {
    const wasOpen = list.open.id === deleting?.id
    if (deleting !== null) list.selection.drop([deleting.id])
    setDeleting(null)
    if (wasOpen) list.open.close()
    else list.table.current?.focusActiveRow()
    void queryClient.invalidateQueries({ queryKey: ['knowledge'] })
  }

  return (
    <>
      <ListShell
        list={list}
        columnsOf={columnsOf}
        nameOf={titleOf}
        toolbar={(parts) => <KnowledgeToolbar list={list} facets={facets} {...parts} />}
        empty={<NoKnowledge list={list} />}
        detailsLabel="Knowledge details"
        details={(id) => <KnowledgeDetails workspace={workspace} id={id} onDelete={setDeleting} />}
      />
      {deleting !== null && (
        <ConfirmDelete
          opened
          onClose={() => setDeleting(null)}
          kind="knowledge item"
          title={deleting.title}
          id={deleting.id}
          consequences={<HangingOnIt groups={[]} onLeave={() => setDeleting(null)} />}
          onDelete={(confirmation) => client.knowledge.delete({ workspace, id: deleting.id, confirmation })}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}
