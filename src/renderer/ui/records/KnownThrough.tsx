import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'

/** The service has no list of these records; what that means, and why there may be none at all. */
export function KnownThrough() {
  const { ref: workspace } = useWorkspace()
  const { data: sync } = useQuery(queryOf('sync', 'status', { workspace }))
  if (sync?.hasRelationships === false) {
    return (
      <>
        The service returned no related records. Choose which ones it returns in <Link to="/settings">Settings</Link>.
      </>
    )
  }
  return 'Only items linked to an insight appear here.'
}
