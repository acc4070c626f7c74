// Which goals a change linked or unlinked: the first by name, the rest by number, as a change may have hundreds.
import { useQueries, useQuery } from '@tanstack/react-query'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOf } from '../../client/queries'
import { goalsOfChange } from './metric-words'
import classes from './metrics.module.css'

const named = 2

interface ChangedGoalsProps {
  readonly workspace: WorkspaceRef
  readonly changeId: string
}

export function ChangedGoals({ workspace, changeId }: ChangedGoalsProps) {
  const { data } = useQuery(queryOf('activity', 'get', { workspace, changeId }))
  const ids = goalsOfChange(data?.body ?? null)
  const shown = ids.slice(0, named)
  const goals = useQueries({ queries: shown.map((id) => queryOf('outcomes', 'get', { workspace, id })) })
  if (ids.length === 0 || goals.some(({ isPending }) => isPending)) return null
  // One that no insight carries any more goes by its id, as it does where it was linked.
  const names = goals.map(
    ({ data: goal }, place) => (goal?.hideContent ? 'a hidden goal' : goal?.title) ?? shown[place],
  )
  const others = ids.length - shown.length
  return (
    <span className={classes.goals} dir="auto">
      {names.join(', ')}
      {others > 0 && ` and ${others === 1 ? 'one more' : `${others} more`}`}
    </span>
  )
}
