// Timestamps of the seed. They depend only on the day of seeding and lie in the past at any hour of that day: "0 days
// ago" means the evening before, UTC.
import { fractionOf } from './identifiers'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** The day as YYYY-MM-DD in UTC. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Milliseconds since 1970 of something that happened `daysAgo` whole days before `today` (YYYY-MM-DD). */
export function instantOf(today: string, daysAgo: number, name: string): number {
  const midnight = Date.parse(`${today}T00:00:00Z`)
  const chance = fractionOf(`${name}/hour`)
  const instant =
    daysAgo === 0
      ? midnight - 4 * hourMs + chance * 3.5 * hourMs
      : midnight - daysAgo * dayMs + (6 + chance * 13) * hourMs
  return Math.floor(instant)
}

/** Half of all timestamps carry milliseconds, as the service sends both (API document, "Common formats"). */
export function timestamp(instant: number, name: string): string {
  const text = new Date(instant).toISOString()
  return fractionOf(`${name}/milliseconds`) < 0.5 ? text : text.replace(/\.\d+Z$/, 'Z')
}

/** Time of the last scoring: late in the evening before `today`, one in three with milliseconds. */
export function scoredAt(today: string, name: string): string {
  const text = new Date(Date.parse(`${today}T00:00:00Z`) - 15 * 60_000 + 12_345).toISOString()
  return fractionOf(`${name}/scored`) < 0.34 ? text : text.replace(/\.\d+Z$/, 'Z')
}

/** `createdAt` and `updatedAt` of a record. */
export function ages(
  today: string,
  name: string,
  entry: { readonly daysAgo: number; readonly updatedDaysAgo: number },
) {
  const created = instantOf(today, entry.daysAgo, name)
  const isChanged = entry.updatedDaysAgo < entry.daysAgo
  const updated = isChanged ? instantOf(today, entry.updatedDaysAgo, `${name}/updated`) : created
  return { createdAt: timestamp(created, name), updatedAt: timestamp(updated, name) }
}
