// Scores of seeded insights (API document, "Insight": strength = Wilson score plus corroboration score, momentum =
// recency and burst, combined = weighted composite). The service does not publish its formulas; these are small ones
// that give a person the order they expect: well supported before doubtful, fresh before stale.

/** Lower end of the 95% Wilson interval: the smallest likely share of supporters, given so few answers. */
export function wilsonLowerBound(supporters: number, total: number): number {
  if (total <= 0) return 0
  const z = 1.96
  const share = supporters / total
  const centre = share + (z * z) / (2 * total)
  const spread = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total))
  return Math.max(0, (centre - spread) / (1 + (z * z) / total))
}

export interface Evidence {
  /** 0 to 1, as the author of the story judged it. */
  readonly weight: number
  /** Age in days of each piece of feedback. */
  readonly feedbackAges: readonly number[]
  /** Number of different sources of the feedback. */
  readonly sourceCount: number
  /** Age in days of the last change, for insights without feedback. */
  readonly updatedDaysAgo: number
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000
const halfLifeDays = 21
const burstDays = 14
const decay = (days: number) => 0.5 ** (days / halfLifeDays)

/** Treats the workspace's feedback as a sample: the weight stands for up to 24 more voices, half of them neutral. */
function strengthOf({ weight, feedbackAges, sourceCount }: Evidence): number {
  const voices = feedbackAges.length + Math.round(weight * 24)
  const corroboration = 0.04 * Math.min(5, sourceCount)
  return Math.min(1, wilsonLowerBound(voices * (0.5 + weight / 2), voices) + corroboration)
}

/** Halves the weight of a voice every three weeks. A burst, more voices in two weeks than usual, counts up to twice. */
function momentumOf({ feedbackAges, updatedDaysAgo }: Evidence): number {
  if (feedbackAges.length === 0) return decay(updatedDaysAgo) / 2
  const recency = feedbackAges.reduce((sum, age) => sum + decay(age), 0)
  const span = Math.max(burstDays, ...feedbackAges)
  const expected = (feedbackAges.length * burstDays) / span
  const recent = feedbackAges.filter((age) => age < burstDays).length
  const burst = Math.min(1, Math.max(0, recent - expected) / expected)
  return recency * (1 + burst)
}

/** The three scores, four decimals each; combined is 70% strength and 30% momentum. */
export function scoresOf(evidence: Evidence) {
  const strengthScore = rounded(strengthOf(evidence))
  const momentumScore = rounded(momentumOf(evidence))
  return { strengthScore, momentumScore, combinedScore: rounded(0.7 * strengthScore + 0.3 * momentumScore) }
}
