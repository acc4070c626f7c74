// Made-up insights for the tests of this folder, and a main that answers questions about them as the contract says.

import { AppError } from '../../contract/errors'
import type { InsightDetail, InsightPage, InsightQuery, InsightRow } from '../../contract/features/insights'
import type { Answers } from './fake-bridge'

export const sampleId = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`

export function sampleRow(place: number, changes: Partial<InsightRow> = {}): InsightRow {
  return {
    id: sampleId(place),
    type: place % 2 === 0 ? 'Bug' : 'Feedback',
    title: `Insight number ${place}`,
    summary: `What number ${place} is about`,
    seen: true,
    hideContent: false,
    combinedScore: 0.5,
    strengthScore: 0.4,
    momentumScore: 0.3,
    strength: 2,
    createdAt: '2026-01-01T10:00:00Z',
    updatedAt: '2026-01-02T10:00:00Z',
    pending: null,
    triage: null,
    ...changes,
  }
}

function detailOf(row: InsightRow): InsightDetail {
  return {
    ...row,
    description: `${row.summary}\nin two lines`,
    ownerId: null,
    lastScoreCalculatedAt: null,
    embeddingLength: null,
    opportunities: [],
    solutions: [],
    outcomes: [],
    feedback: [],
  }
}

const isLeft = ({ seen, pending, triage }: InsightRow) =>
  !seen && pending === null && (triage?.status ?? 'open') === 'open'

const isTriaged = (row: InsightRow, wanted: InsightQuery['filter']['triage']) =>
  wanted === 'any' || (wanted === 'left' ? isLeft(row) : row.triage?.status === wanted)

/** Filters by text, type, seen and triage only: what the tests ask for. */
function pageOf(rows: readonly InsightRow[], { filter, offset, limit }: InsightQuery): InsightPage {
  const matching = rows.filter(
    ({ title, type, seen, ...rest }) =>
      title.includes(filter.text) &&
      isTriaged({ title, type, seen, ...rest }, filter.triage) &&
      (filter.types.length === 0 || filter.types.includes(type)) &&
      (filter.seen === 'any' || (filter.seen === 'seen') === seen),
  )
  return {
    rows: matching.slice(offset, offset + limit),
    total: matching.length,
    all: rows.length,
    unseen: rows.filter(({ seen }) => !seen).length,
    left: rows.filter(isLeft).length,
    greatestScore: rows.length === 0 ? null : Math.max(...rows.map(({ combinedScore }) => combinedScore ?? 0)),
  }
}

export function answersFor(
  /** Read anew for each question, as a library may change between two. */
  rows: () => readonly InsightRow[],
  details: Readonly<Record<string, Partial<InsightDetail>>> = {},
): Answers {
  return {
    'insights.query': (query) => pageOf(rows(), query),
    'insights.get': ({ id }) => {
      const row = rows().find((each) => each.id === id)
      if (row === undefined) throw new AppError('NOT_FOUND', '')
      return { ...detailOf(row), ...details[id] }
    },
    'feedback.get': () => {
      throw new AppError('NOT_FOUND', '')
    },
    'triage.existing': ({ ids }) => ids.filter((each) => rows().some(({ id }) => id === each)),
    'shell.painted': () => null,
  }
}
