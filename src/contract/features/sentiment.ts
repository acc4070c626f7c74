// The sentiment category of a feedback score.

/** Scores beyond ±this are positive or negative. The service defines no limits; its own category has precedence. */
const neutralUpTo = 0.25

export const sentimentWords = ['Positive', 'Neutral', 'Negative'] as const

/** The category of a score from −1 to 1. */
export function sentimentOf(score: number): (typeof sentimentWords)[number] {
  if (score > neutralUpTo) return 'Positive'
  return score < -neutralUpTo ? 'Negative' : 'Neutral'
}

/** The category of the service, or that of the score; null where the service gives neither. */
export const sentimentWord = (piece: {
  readonly sentimentCategory: string | null
  readonly sentimentScore: number | null
}) => piece.sentimentCategory ?? (piece.sentimentScore === null ? null : sentimentOf(piece.sentimentScore))

/** The category of a mean, by the two decimals that people see: of two means shown as −0.25, both are neutral. */
export const sentimentOfMean = (mean: number) => sentimentOf(Number(mean.toFixed(2)))

/** `sentimentOf` as SQL, for a column or an expression. */
export const sentimentSql = (score: string) =>
  `CASE WHEN ${score} > ${neutralUpTo} THEN 'Positive' WHEN ${score} < -${neutralUpTo} THEN 'Negative'
        WHEN ${score} IS NOT NULL THEN 'Neutral' END`
