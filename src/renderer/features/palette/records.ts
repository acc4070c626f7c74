// Every record that matches the text.

import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { FeedbackRow } from '../../../contract/features/feedback'
import type { ForgivenWord, FoundRecords } from '../../../contract/features/search'
import { createSnippets, type SnippetOf } from '../../../contract/features/search-marks'
import { capital } from '../../../contract/first-letter'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { focusWanted } from '../../navigation/location-state'
import { views } from '../../navigation/views'
import { knowledgeKind, metricKind, recordPath, relatedKinds, topicKind } from '../../records/record-kind'
import { count, shownTitle } from '../../records/record-words'
import { type FoundEntry, findIn, type PaletteEntry } from './entry'

const { insight, opportunity, outcome, solution, feedback } = relatedKinds
/** In the order of the views. */
const recordKinds = {
  ...{ insight, opportunity, outcome, solution, feedback },
  ...{ metric: metricKind, knowledge: knowledgeKind, topic: topicKind },
}

/** Per kind; eight kinds have to fit on one screen. */
const recordLimit = 5

const relatedTo = 3
const relatedLimit = 5
const relatedPauseMs = 500

/** Longer than any screen shows. */
const drawnLength = 200

interface Total {
  readonly kind: keyof typeof recordKinds
  readonly total: number
}

interface Records {
  readonly found: readonly FoundEntry[]
  /** Insights near the best matches, without the typed words. */
  readonly related: readonly PaletteEntry[]
  /** The answer to this text is pending. */
  readonly isSearching: boolean
  /** From the search over all kinds, or else that of feedback. */
  readonly forgiven: readonly ForgivenWord[]
}

/** Its title, or the matching part of its text. */
const nameOf = ({ id, title, content }: FeedbackRow, snippetOf: SnippetOf | null) =>
  (title ?? snippetOf?.('', content) ?? content.trim().slice(0, drawnLength)) || id

/** Queried apart: feedback may be far more than all the rest, so nothing else waits for it. */
function useFeedback(text: string) {
  const { ref: workspace } = useWorkspace()
  const sort = { column: 'createdAt', direction: 'descending', bestFirst: true } as const
  return useQuery({
    ...queryOptionsFor('feedback', 'query', { workspace, text, relatedTo: null, sort, offset: 0, limit: recordLimit }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
}

/** Only after the matches are shown and typing has paused: each hit is compared with all insights. */
function useRelated(text: string, hits: readonly string[]) {
  const { ref: workspace } = useWorkspace()
  const [paused] = useDebouncedValue(`${text} ${hits.join(' ')}`, relatedPauseMs)
  const isPaused = paused === `${text} ${hits.join(' ')}`
  const { data } = useQuery({
    ...queryOptionsFor('duplicates', 'related', {
      workspace,
      ids: hits.slice(0, relatedTo),
      text,
      limit: relatedLimit,
    }),
    enabled: hits.length > 0 && isPaused,
  })
  return isPaused && hits.length > 0 ? (data ?? []) : []
}

type Answer = Pick<FoundRecords, 'forgiven'>
const isRewritten = ({ forgiven = [] }: Answer) => forgiven.some(({ because }) => because === 'similar')

/** @param isKnown an entry other than a record has the words as typed */
export function useRecords(text: string, { isKnown }: { readonly isKnown: boolean }): Records {
  const navigate = useNavigate()
  const { ref: workspace } = useWorkspace()
  const others = useQuery({
    ...queryOptionsFor('search', 'everything', { workspace, text, limit: recordLimit }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const feedback = useFeedback(text)
  const isFound =
    isKnown ||
    (others.data !== undefined && others.data.found.length > 0 && !isRewritten(others.data)) ||
    (feedback.data !== undefined && feedback.data.rows.length > 0 && !isRewritten(feedback.data))
  // Each search forgives by itself: similar words are no use beside the typed ones.
  const wanted = <Found extends Answer>(answer: Found | undefined) =>
    answer !== undefined && isFound && isRewritten(answer) ? undefined : answer
  const records = wanted(others.data)
  const comments = wanted(feedback.data)
  const settled = others.isPlaceholderData ? [] : (records?.found ?? []).filter(({ kind }) => kind === 'insight')
  const nearby = useRelated(
    text,
    settled.map(({ id }) => id),
  )
  if (text === '') return { found: [], related: [], isSearching: false, forgiven: [] }

  const entryOf = (kind: keyof typeof recordKinds, id: string, label: string): PaletteEntry => {
    const kindOf = recordKinds[kind]
    const { heading, one, path } = kindOf
    const Icon = views.find((view) => view.path === path)?.Icon
    // Also where the palette was opened from a field, which would have the focus again.
    const run = () => void navigate(recordPath(kindOf, id), { state: focusWanted })
    return { id: `${kind} ${id}`, group: heading, label, kind: capital(one), ...(Icon ? { Icon } : {}), run }
  }
  const moreOf = ({ kind, total }: Total) => {
    const { heading: group, path } = recordKinds[kind]
    const label = `All ${count(total)} in ${group}`
    const run = () => void navigate(`${path}?${new URLSearchParams({ q: text })}`)
    return {
      kind,
      entry: { id: `more ${kind}`, group, label, isMore: true, Icon: IconArrowRight, run },
      foundIn: 'text' as const,
    }
  }
  const kinds = Object.keys(recordKinds)
  const found = (records?.found ?? []).map(({ kind, id, title, isHidden, foundIn }) => ({
    kind,
    foundIn,
    entry: { ...entryOf(kind, id, isHidden || title.trim() !== '' ? title : id), isMasked: isHidden },
  }))
  const snippetOf = createSnippets(text, comments?.forgiven)
  const verbatim = (comments?.rows ?? []).map((row) => {
    const entry = entryOf('feedback', row.id, nameOf(row, snippetOf))
    return { kind: 'feedback', entry, foundIn: findIn(entry, text) ?? ('text' as const) }
  })
  const totals: readonly Total[] = [...(records?.totals ?? []), { kind: 'feedback', total: comments?.total ?? 0 }]
  const answers = [comments, records].flatMap((answer) => answer?.forgiven ?? [])
  const more = totals.filter(({ total }) => total > recordLimit).map(moreOf)
  return {
    // Equal matches follow the order of the views, whichever answer came first; the link to all of a kind comes last.
    found: [...found, ...verbatim, ...more].toSorted(
      (one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind),
    ),
    related: nearby.map(({ id, title, hideContent }) => ({
      ...entryOf('insight', id, hideContent ? '' : shownTitle({ id, title })),
      id: `related ${id}`,
      group: 'Related by meaning',
      kind: `${capital(insight.one)}, related by meaning`,
      isMasked: hideContent,
      isRelated: true,
    })),
    forgiven: [...new Map(answers.map((each) => [each.typed, each])).values()],
    isSearching: [others, feedback].some(({ isFetching, isPlaceholderData }) => isFetching || isPlaceholderData),
  }
}
