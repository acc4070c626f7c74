// Two to four solutions side by side.
import { Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Mention } from '../../../contract/features/listing'
import type { SolutionDetail } from '../../../contract/features/solutions'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import details from '../../records/details.module.css'
import { MeanSentiment } from '../../records/Evidence'
import list from '../../records/list.module.css'
import { HiddenMark, type Revealed } from '../../records/MaskedText'
import toolbar from '../../records/RecordToolbar.module.css'
import { RecordLink } from '../../records/RelatedLists'
import { opportunityKind, solutionKind } from '../../records/record-kind'
import { count, notGiven, scoreFigure, unknownMark } from '../../records/record-words'
import { StatusLabel } from '../../records/StatusLabel'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { KeyHint } from '../../ui/KeyHint'
import { useKey } from '../../ui/keys'
import { pageThrough } from '../../ui/page-through'
import { ToolButton } from '../../ui/ToolButton'
import classes from './Comparison.module.css'
import { horizonName } from './SolutionBoard'
import { PointList } from './SolutionDetails'

export const fewestCompared = 2
export const mostCompared = 4

interface ComparisonProps {
  readonly ids: readonly string[]
  readonly revealed: Revealed
  readonly onClose: () => void
}

interface Line {
  readonly name: string
  readonly cell: (solution: SolutionDetail) => ReactNode
  /** Text of the solution, left out while it is hidden. */
  readonly isContent?: boolean
}

const None = () => <span className={details.muted}>{notGiven}</span>

const Points = ({ points }: { readonly points: readonly string[] }) =>
  points.length === 0 ? <None /> : <PointList points={points} />

function Opportunities({ mentions }: { readonly mentions: readonly Mention[] }) {
  if (mentions.length === 0) return <None />
  return (
    <ul className={details.points}>
      {mentions.map((mention) => (
        <li key={mention.id}>
          <RecordLink kind={opportunityKind} record={mention} />
        </li>
      ))}
    </ul>
  )
}

const lines: readonly Line[] = [
  { name: 'Status', cell: ({ status }) => <StatusLabel status={status} /> },
  { name: 'Horizon', cell: ({ horizon }) => horizonName(horizon) },
  { name: 'Priority', cell: ({ rank }) => count(rank) },
  {
    name: 'Top score',
    cell: ({ strongest }) => (strongest === null ? unknownMark : <b>{scoreFigure(strongest)}</b>),
  },
  { name: 'Insights', cell: ({ insights }) => count(insights) },
  { name: 'Feedback', cell: ({ feedback }) => count(feedback) },
  { name: 'Sentiment', cell: ({ sentiment }) => <MeanSentiment score={sentiment} /> },
  { name: 'Pros', isContent: true, cell: ({ pros }) => <Points points={pros} /> },
  { name: 'Cons', isContent: true, cell: ({ cons }) => <Points points={cons} /> },
  { name: 'Opportunities', cell: ({ relatedOpportunities }) => <Opportunities mentions={relatedOpportunities} /> },
]

export function Comparison({ ids, revealed, onClose }: ComparisonProps) {
  const { ref: workspace } = useWorkspace()
  const results = useQueries({ queries: ids.map((id) => queryOptionsFor('solutions', 'get', { workspace, id })) })
  const heading = useRef<HTMLHeadingElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  useKey('Escape', onClose)
  useLayoutEffect(() => heading.current?.focus(), [])

  const isMasked = ({ id, hideContent }: SolutionDetail) => hideContent && !revealed.isRevealed(id)
  const failed = results.find(({ error }) => error !== null && error.code !== 'NOT_FOUND')
  return (
    <section aria-label="Comparison" className={list.view}>
      <header className={toolbar.toolbar}>
        <div className={toolbar.line}>
          <ToolButton
            leftSection={<IconArrowLeft size={15} stroke={1.8} aria-hidden />}
            rightSection={<KeyHint binding="Escape" />}
            aria-keyshortcuts="Escape"
            onClick={onClose}
          >
            Back to solutions
          </ToolButton>
          <Title
            ref={heading}
            order={1}
            size={16}
            tabIndex={-1}
            onKeyDown={(event) => pageThrough(event, scroller.current)}
            className={classes.heading}
          >
            Compare solutions
          </Title>
        </div>
      </header>
      {failed?.error && <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />}
      <div ref={scroller} className={classes.scroller} data-scroller>
        <table className={classes.table} aria-label="Comparison">
          <thead>
            <tr>
              <td />
              {results.map(({ data, error }, place) => (
                <th key={ids[place]} scope="col">
                  {data !== undefined && isMasked(data) && (
                    <>
                      <HiddenMark />{' '}
                      <button type="button" className={details.textButton} onClick={() => revealed.onReveal(data.id)}>
                        Reveal
                      </button>
                    </>
                  )}
                  {data !== undefined && !isMasked(data) && (
                    <RecordLink kind={solutionKind} record={{ ...data, hideContent: false }} />
                  )}
                  {error?.code === 'NOT_FOUND' && 'Solution not found'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, cell, isContent = false }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {results.map(({ data }, place) => (
                  <td key={ids[place]}>
                    {data === undefined ? unknownMark : isContent && isMasked(data) ? <HiddenMark /> : cell(data)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
