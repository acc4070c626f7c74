// The workspace of a row that is merged from a library in memory into the one in the file. Libraries number their
// workspaces differently, so each row comes with the ids of its own.
import { column, rowOf } from '../store/row'

export const workspaceRow = rowOf({ organisationId: column.text, workspaceId: column.text })
