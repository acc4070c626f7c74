// The records that a change is about besides its target, such as the goals to link: its body has only their IDs.
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import { MaskedText } from '../../records/MaskedText'
import { MoreButton } from '../../records/MoreButton'
import { feedbackKind, goalKind, recordPath } from '../../records/record-kind'
import { quoted, shownTitle } from '../../records/record-words'
import classes from './activity.module.css'

interface NamesProps {
  /** That of the change, which may not be the open one. */
  readonly workspace: WorkspaceRef
  readonly ids: readonly string[]
  /** Not from a dialog, nor into another workspace. */
  readonly isLinked: boolean
}

/** A change may be about hundreds; most are about a few. */
const shownAtOnce = 10
/** How many are read to be named; the rest show their ID. */
const mostRead = 50
const longestQuote = 110

function Names({ ids, nameAt }: { readonly ids: readonly string[]; readonly nameAt: (place: number) => ReactNode }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? ids : ids.slice(0, shownAtOnce)
  return (
    <>
      <ul className={classes.names}>
        {shown.map((id, place) => (
          <li key={id}>{nameAt(place) ?? <code>{id}</code>}</li>
        ))}
      </ul>
      <MoreButton more={ids.length - shownAtOnce} isWhole={isWhole} onToggle={() => setIsWhole(!isWhole)} />
    </>
  )
}

/** Titles of goals; the ID of one that this computer doesn't know. */
export function GoalNames({ workspace, ids, isLinked }: NamesProps) {
  const goals = useQueries({
    queries: ids.slice(0, mostRead).map((id) => queryOptionsFor('outcomes', 'get', { workspace, id })),
  })
  // An ID would give way to its title at once.
  if (goals.some(({ isPending }) => isPending)) return null
  const nameAt = (place: number) => {
    const goal = goals[place]?.data
    if (goal === undefined) return null
    const to = isLinked ? recordPath(goalKind, goal.id) : null
    return <MaskedText name={shownTitle(goal)} hideContent={goal.hideContent} to={to} />
  }
  return <Names ids={ids} nameAt={nameAt} />
}

/** Feedback by its title or first words; the ID of a piece that this computer doesn't know. */
export function FeedbackNames({ workspace, ids, isLinked }: NamesProps) {
  const feedback = useQueries({
    queries: ids.slice(0, mostRead).map((id) => queryOptionsFor('feedback', 'get', { workspace, id })),
  })
  if (feedback.some(({ isPending }) => isPending)) return null
  const nameAt = (place: number) => {
    const row = feedback[place]?.data
    if (row === undefined) return null
    const name = quoted(row.title?.trim() ? row.title : row.content, longestQuote)
    return <MaskedText name={name} hideContent={false} to={isLinked ? recordPath(feedbackKind, row.id) : null} />
  }
  return <Names ids={ids} nameAt={nameAt} />
}
