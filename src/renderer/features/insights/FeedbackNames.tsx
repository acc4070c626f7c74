import { useQueries } from '@tanstack/react-query'
import { z } from 'zod'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import { count } from '../../records/record-words'
import classes from './NewInsight.module.css'

const shownAtMost = 5
const longestShown = 200
const Uuid = z.uuid()

interface FeedbackNamesProps {
  readonly workspace: WorkspaceRef
  readonly ids: readonly string[]
}

/** What customers said behind the ids of the form, as far as the library has it. */
export function FeedbackNames({ workspace, ids }: FeedbackNamesProps) {
  const whole = [...new Set(ids)].filter((id) => Uuid.safeParse(id).success)
  const shown = whole.slice(0, shownAtMost)
  const read = useQueries({ queries: shown.map((id) => queryOptionsFor('feedback', 'get', { workspace, id })) })
  const known = read.flatMap(({ data }) => (data === undefined ? [] : [data]))
  const more = whole.length - shown.length
  if (known.length === 0) return null
  return (
    <ul aria-label="Chosen feedback" className={classes.chosen}>
      {known.map(({ id, title, content }) => (
        <li key={id} dir="auto">
          {title ?? content.slice(0, longestShown)}
        </li>
      ))}
      {more > 0 && <li>and {count(more)} more</li>}
    </ul>
  )
}
