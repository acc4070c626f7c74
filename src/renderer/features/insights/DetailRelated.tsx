import { IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { InsightDetail } from '../../../contract/features/insights'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { goalKind, opportunityKind, type RecordKind, recordPath, solutionKind } from '../../ui/records/record-kind'
import classes from './InsightDetails.module.css'
import { count, horizonWord, statusWord } from './insight-words'

interface RelatedItem {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly hideContent: boolean
  /** In words: status, horizon, trend. */
  readonly marks: readonly string[]
}

function Related({ item, kind }: { readonly item: RelatedItem; readonly kind: RecordKind }) {
  const [isRevealed, setIsRevealed] = useState(false)
  const isMasked = item.hideContent && !isRevealed
  const toggle = item.hideContent && (
    <button type="button" className={classes.textButton} onClick={() => setIsRevealed(!isRevealed)}>
      {isMasked ? 'Reveal' : 'Hide'}
    </button>
  )
  return (
    <li className={classes.related} data-masked={isMasked || undefined}>
      <div className={classes.relatedTop}>
        {isMasked ? (
          <span className={classes.maskedItem}>
            <IconEyeOff size={14} stroke={1.8} aria-hidden /> Hidden content
          </span>
        ) : (
          <Link to={recordPath(kind, item.id)} className={classes.relatedTitle ?? ''} dir="auto">
            {item.title}
          </Link>
        )}
        {!isMasked && (
          <span className={classes.badges}>
            {item.marks.map((mark) => (
              <span key={mark} className={classes.badge}>
                {mark}
              </span>
            ))}
          </span>
        )}
        {toggle}
      </div>
      {!isMasked && item.description !== '' && (
        <p className={classes.relatedText} dir="auto">
          {item.description}
        </p>
      )}
    </li>
  )
}

interface RelatedSectionProps {
  readonly kind: RecordKind
  readonly items: readonly RelatedItem[]
}

function RelatedSection({ kind, items }: RelatedSectionProps) {
  const title = kind.heading
  if (items.length === 0) return null
  return (
    <section aria-label={title} className={classes.section}>
      <h3 className={classes.sectionTitle}>
        {title} <span className={classes.sectionCount}>{items.length}</span>
      </h3>
      <ul className={classes.list}>
        {items.map((item) => (
          <Related key={item.id} item={item} kind={kind} />
        ))}
      </ul>
    </section>
  )
}

function trendMark(trend: number | null): string[] {
  if (trend === null || trend === 0) return []
  return [trend > 0 ? 'Rising' : 'Falling']
}

/** What the service says the insight belongs to; and if it says nothing of any insight, why that may be. */
export function DetailRelated({ insight }: { readonly insight: InsightDetail }) {
  const { ref } = useWorkspace()
  const { data: sync } = useQuery(queryOf('sync', 'status', { workspace: ref }))
  const { opportunities, solutions, outcomes, feedback } = insight

  if (opportunities.length + solutions.length + outcomes.length + feedback.length === 0) {
    return (
      <p className={classes.quiet}>
        {sync?.hasRelationships === false ? (
          <>
            The service returned no related records. Choose which ones it returns in{' '}
            <Link to="/settings">Settings</Link>.
          </>
        ) : (
          'No related opportunities, solutions, goals or feedback.'
        )}
      </p>
    )
  }
  return (
    <>
      <RelatedSection
        kind={opportunityKind}
        items={opportunities.map((item) => ({ ...item, marks: [statusWord(item.status)] }))}
      />
      <RelatedSection
        kind={solutionKind}
        items={solutions.map((item) => ({
          ...item,
          marks: [statusWord(item.status), ...(item.horizon === null ? [] : [horizonWord(item.horizon)])],
        }))}
      />
      <RelatedSection
        kind={goalKind}
        items={outcomes.map((item) => ({
          ...item,
          marks: [`Priority ${count(item.priority)}`, ...trendMark(item.trend)],
        }))}
      />
    </>
  )
}
