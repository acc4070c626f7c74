// Small pieces of the details of any record.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { CopyId } from '../ui/CopyId'
import { InfoTip } from '../ui/InfoTip'
import { RelativeTime } from '../ui/RelativeTime'
import { exactTime, readTime } from '../ui/relative-time'
import classes from './details.module.css'
import { count, notGiven } from './record-words'

interface SectionProps {
  readonly title: string
  readonly total?: number | undefined
  /** Says which things the section leaves out. */
  readonly info?: string | undefined
  readonly children: ReactNode
}

/** For a section that is not a `Section`, such as one that takes the focus. */
export function SectionHead({ title, total, info }: Omit<SectionProps, 'children'>) {
  return (
    <div className={classes.sectionHead}>
      <h3 className={classes.sectionTitle}>
        {title} {total !== undefined && <span className={classes.sectionCount}>{count(total)}</span>}
      </h3>
      {info !== undefined && <InfoTip text={info} />}
    </div>
  )
}

export function Section({ title, total, info, children }: SectionProps) {
  return (
    <section aria-label={title} className={classes.section}>
      <SectionHead title={title} total={total} info={info} />
      {children}
    </section>
  )
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shows a time; null: the service did not say. */
export function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return <span className={classes.muted}>{notGiven}</span>
  const time = readTime(at)
  return (
    <>
      <RelativeTime at={at} />
      {time !== null && <span className={classes.exact}>{exactTime(time)}</span>}
    </>
  )
}

interface FactsProps {
  readonly record: {
    readonly id: string
    readonly createdAt: string | null
    readonly updatedAt?: string | null
    readonly ownerId?: string | null
  }
  /** Facts before the dates. */
  readonly children?: ReactNode
  /** Dates beyond creation and update. */
  readonly datesAfter?: ReactNode
}

/** Facts that tell one kind from another stand open; dates, owner and id, which few need, are folded. */
export function Facts({ record, children, datesAfter }: FactsProps) {
  return (
    <>
      {children && (
        <Section title="Details">
          <dl className={classes.facts}>{children}</dl>
        </Section>
      )}
      <FoldedText summary="Dates and ID">
        <dl className={classes.facts}>
          <Fact name="Created">
            <Moment at={record.createdAt} />
          </Fact>
          {record.updatedAt !== undefined && (
            <Fact name="Updated">
              <Moment at={record.updatedAt} />
            </Fact>
          )}
          {datesAfter}
          {typeof record.ownerId === 'string' && (
            <Fact name="Owner">
              <span dir="auto">{record.ownerId}</span>
            </Fact>
          )}
          <Fact name="ID">
            <CopyId id={record.id} />
          </Fact>
        </dl>
      </FoldedText>
    </>
  )
}

interface Figure {
  readonly name: string
  /** A number is a count. */
  readonly value: number | string
}

/** Figures side by side: the amount of evidence. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <div className={classes.statsRoom}>
      <dl className={classes.figures} data-many={figures.length > 4 || undefined}>
        {figures.map(({ name, value }) => (
          <div key={name} className={classes.figure}>
            <dt>{name}</dt>
            <dd>{typeof value === 'number' ? count(value) : value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Long text as it was written, never as markup; folded away until somebody wants it. */
export function FoldedText({ summary, children }: { readonly summary: string; readonly children: ReactNode }) {
  return (
    <details className={classes.fold}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

/** A description cut to two lines; all of it on request. */
export function ClampedDescription({ text }: { readonly text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const [isLong, setIsLong] = useState(false)
  const paragraph = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has the same two lines of height
  useLayoutEffect(() => {
    const node = paragraph.current
    if (node === null || isWhole) return
    const measure = () => setIsLong(node.scrollHeight > node.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [isWhole, text])
  if (text === '') return null
  return (
    <>
      <p ref={paragraph} className={classes.description} data-clamped={!isWhole || undefined} dir="auto">
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className={classes.textButton}
          aria-expanded={isWhole}
          aria-label={isWhole ? 'Show less of the description' : 'Show more of the description'}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Less' : 'More'}
        </button>
      )}
    </>
  )
}

export function PlainText({ text }: { readonly text: string }) {
  return (
    <p className={classes.text} dir="auto">
      {text}
    </p>
  )
}
