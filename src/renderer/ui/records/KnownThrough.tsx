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
        The service returned no relationships for any insight, so nothing is known here. Which it returns can be set for
        this environment in <Link to="/settings">Settings</Link>.
      </>
    )
  }
  return 'Known through insights: what no insight carries is not shown here.'
}
