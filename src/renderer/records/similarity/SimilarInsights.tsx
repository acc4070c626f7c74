// Insights near the open one, read once the person has stayed with it: each read compares all embeddings.
import { useTimeout } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SimilarInsights as Similar } from '../../../contract/features/duplicates'
import { typeWord } from '../../../contract/features/record-words'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Section } from '../DetailParts'
import classes from '../details.module.css'
import { MoreButton } from '../MoreButton'
import { RecordLink } from '../RelatedLists'
import { insightKind } from '../record-kind'
import {
  noneByWordsText,
  noneSimilarText,
  similarityInfo,
  similarityText,
  uncomparedText,
  wordsInsteadText,
} from './similarity-words'

const pauseMs = 250
const shownAtOnce = 5

function Nearest({ rows }: Pick<Similar, 'rows'>) {
  const [isWhole, setIsWhole] = useState(false)
  const more = rows.length - shownAtOnce
  return (
    <>
      <ul className={classes.list}>
        {rows.slice(0, isWhole ? rows.length : shownAtOnce).map((insight) => (
          <li key={insight.id} className={classes.item}>
            <RecordLink kind={insightKind} record={insight} />
            <span className={classes.itemMark}>{typeWord(insight.type)}</span>
            {insight.similarity !== null && (
              <span className={classes.itemMark}>similarity {similarityText(insight.similarity)}</span>
            )}
          </li>
        ))}
      </ul>
      <MoreButton {...{ more, isWhole }} onToggle={() => setIsWhole(!isWhole)} />
    </>
  )
}

/** Only a comparison by meaning leaves insights out. */
function notesOf({ by, rows, uncompared }: Similar): readonly string[] {
  if (by === 'meaning') return uncomparedText(uncompared)
  return rows.length > 0 ? [wordsInsteadText] : []
}

/** Mounted again for each record, so that the pause starts again. */
export function SimilarInsights({ id }: { readonly id: string }) {
  const { ref: workspace } = useWorkspace()
  const [isStaying, setIsStaying] = useState(false)
  useTimeout(() => setIsStaying(true), pauseMs, { autoInvoke: true })
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor('duplicates', 'similar', { workspace, id }),
    enabled: isStaying,
  })
  const notes = data === undefined ? [] : notesOf(data)
  return (
    <Section title="Similar insights" info={similarityInfo}>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <p className={classes.muted}>Comparing…</p>}
      {data !== undefined && data.rows.length > 0 && <Nearest rows={data.rows} />}
      {data?.rows.length === 0 && (
        <p className={classes.muted}>{data.by === 'words' ? noneByWordsText : noneSimilarText}</p>
      )}
      {notes.map((note) => (
        <p key={note} className={classes.muted}>
          {note}
        </p>
      ))}
    </Section>
  )
}
