import { Button } from '@mantine/core'
import { useState } from 'react'
import { PlainText, Section } from '../../records/DetailParts'
import details from '../../records/details.module.css'
import { useCopy } from '../../ui/copy-text'
import classes from './activity.module.css'
import { activityTexts } from './activity-words'
import { type Field, readContent } from './kept-content'

export function ContentField({ field: { name, text, isPlain } }: { readonly field: Field }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isPlain ? <PlainText text={text} /> : <pre className={classes.json}>{text}</pre>}</dd>
    </div>
  )
}

/** Full content of a deleted record, which the service cannot restore. It can still be read here. */
export function DeletedContent({ content }: { readonly content: string }) {
  const [isRevealed, setIsRevealed] = useState(false)
  const [showsLinks, setShowsLinks] = useState(false)
  const { fields, isHidden, hasHiddenLinks, json } = readContent(content, showsLinks)
  if (isHidden && !isRevealed) {
    return (
      <Section title="Deleted content">
        <p className={details.muted}>{activityTexts.maybeSensitive}</p>
        <Button size="compact-sm" variant="default" mt={6} onClick={() => setIsRevealed(true)}>
          Reveal
        </Button>
      </Section>
    )
  }
  return (
    <Section title="Deleted content">
      <p className={details.muted}>{activityTexts.asLastSynced}</p>
      {hasHiddenLinks && !showsLinks && (
        <Button size="compact-sm" variant="default" mt={6} onClick={() => setShowsLinks(true)}>
          Reveal hidden linked records
        </Button>
      )}
      {fields && (
        <dl className={classes.fields}>
          {fields.map((field) => (
            <ContentField key={field.name} field={field} />
          ))}
        </dl>
      )}
      <KeptJson summary="JSON" json={json} copyLabel="Copy deleted content as JSON" />
    </Section>
  )
}

interface KeptJsonProps {
  readonly summary: string
  readonly json: string
  /** Label of the copy button. */
  readonly copyLabel: string
}

/** JSON as text, collapsed by default. */
export function KeptJson({ summary, json, copyLabel }: KeptJsonProps) {
  const { copy } = useCopy(activityTexts.tooLongToCopy)
  return (
    <details className={classes.fold}>
      <summary>{summary}</summary>
      <Button size="compact-xs" variant="default" my={6} aria-label={copyLabel} onClick={() => copy(json)}>
        Copy
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
      <pre className={classes.json} tabIndex={0}>
        {json}
      </pre>
    </details>
  )
}
