import type { WorkspaceRef } from '../../contract/workspace'
import { queryOf } from '../client/queries'

/** What is true of all insights of a workspace, however a list is narrowed: one question, whoever asks it. */
export const insightCounts = (workspace: WorkspaceRef) =>
  queryOf('insights', 'query', {
    workspace,
    filter: {},
    sort: { column: 'updatedAt', direction: 'descending' },
    offset: 0,
    limit: 1,
  })
