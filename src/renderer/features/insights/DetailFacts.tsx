import type { ReactNode } from 'react'
import type { InsightDetail } from '../../../contract/features/insights'
import { CopyId } from '../../ui/CopyId'
import { RelativeTime } from '../../ui/RelativeTime'
import { exactTime, readTime } from '../../ui/relative-time'
import classes from './InsightDetails.module.css'
import { count } from './insight-words'

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Moment({ at }: { readonly at: string }) {
  const time = readTime(at)
  return (
    <>
      <RelativeTime at={at} />
      {time !== null && <span className={classes.exact}>{exactTime(time)}</span>}
    </>
  )
}

export function DetailFacts({ insight }: { readonly insight: InsightDetail }) {
  return (
    <section aria-label="Details" className={classes.section}>
      <h3 className={classes.sectionTitle}>Details</h3>
      <dl className={classes.facts}>
        <Fact name="Created">
          <Moment at={insight.createdAt} />
        </Fact>
        <Fact name="Updated">
          <Moment at={insight.updatedAt} />
        </Fact>
        {insight.lastScoreCalculatedAt !== null && (
          <Fact name="Scored">
            <Moment at={insight.lastScoreCalculatedAt} />
          </Fact>
        )}
        {insight.ownerId !== null && (
          <Fact name="Owner">
            <span dir="auto">{insight.ownerId}</span>
          </Fact>
        )}
        <Fact name="Id">
          <CopyId id={insight.id} />
        </Fact>
      </dl>
      {insight.embeddingLength !== null && (
        <p className={classes.quiet}>Topic embedding with {count(insight.embeddingLength)} dimensions.</p>
      )}
    </section>
  )
}
