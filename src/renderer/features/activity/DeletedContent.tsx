import { Button } from '@mantine/core'
import { useState } from 'react'
import { PlainText, Section } from '../../ui/records/DetailParts'
import details from '../../ui/records/details.module.css'
import classes from './activity.module.css'
import { KeptJson } from './KeptJson'
import { readContent } from './kept-content'

/** What was deleted, whole: the service cannot bring it back, so this is where it can still be read. */
export function DeletedContent({ content }: { readonly content: string }) {
  const { fields, isHidden, json } = readContent(content)
  const [isRevealed, setIsRevealed] = useState(false)
  if (isHidden && !isRevealed) {
    return (
      <Section title="Deleted content">
        <p className={details.quiet}>This content may be sensitive.</p>
        <Button size="compact-sm" variant="default" mt={6} onClick={() => setIsRevealed(true)}>
          Reveal
        </Button>
      </Section>
    )
  }
  return (
    <Section title="Deleted content">
      <p className={details.quiet}>As last synced.</p>
      {fields && (
        <dl className={classes.fields}>
          {fields.map(({ name, text, isPlain }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{isPlain ? <PlainText text={text} /> : <pre className={classes.json}>{text}</pre>}</dd>
            </div>
          ))}
        </dl>
      )}
      <KeptJson summary="JSON" json={json} copyLabel="Copy deleted content as JSON" />
    </Section>
  )
}
