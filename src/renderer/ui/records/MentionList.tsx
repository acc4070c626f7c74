import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Mention } from '../../../contract/features/listing'
import { Section } from './DetailParts'
import classes from './details.module.css'
import { type RecordKind, recordPath } from './record-kind'
import { counted } from './record-words'
import { StatusLabel } from './StatusLabel'

interface MentionListProps {
  readonly title: string
  readonly kind: RecordKind
  readonly mentions: readonly (Mention & { readonly status?: string })[]
}

function MentionItem({
  kind,
  mention,
}: {
  readonly kind: RecordKind
  readonly mention: MentionListProps['mentions'][number]
}) {
  const [isRevealed, setIsRevealed] = useState(false)
  const isMasked = mention.hideContent && !isRevealed
  return (
    <li className={classes.item}>
      {isMasked ? (
        <span className={classes.masked}>
          <IconEyeOff size={14} stroke={1.8} aria-hidden /> Hidden content
        </span>
      ) : (
        <Link to={recordPath(kind, mention.id)} className={classes.itemTitle ?? ''} dir="auto">
          {mention.title}
        </Link>
      )}
      {mention.status !== undefined && <StatusLabel status={mention.status} />}
      <span className={classes.itemMark}>through {counted(mention.through, 'shared insight', 'shared insights')}</span>
      {mention.hideContent && (
        <button type="button" className={classes.textButton} onClick={() => setIsRevealed(!isRevealed)}>
          {isMasked ? 'Reveal' : 'Hide'}
        </button>
      )}
    </li>
  )
}

/** Other records that the same insights carry, with the way to each. */
export function MentionList({ title, kind, mentions }: MentionListProps) {
  if (mentions.length === 0) return null
  return (
    <Section title={title} total={mentions.length}>
      <ul className={classes.list}>
        {mentions.map((mention) => (
          <MentionItem key={mention.id} kind={kind} mention={mention} />
        ))}
      </ul>
    </Section>
  )
}
