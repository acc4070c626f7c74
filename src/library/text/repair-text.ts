// The database ends a text at NUL when it is read back, and half a surrogate pair cannot be stored as UTF-8: both
// become U+FFFD before they are stored. `toWellFormed` is newer than the oldest runtime.

// Only reached through \u escapes, so two look-arounds over the rare text that has one cost nothing.
const broken = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

export function repairText(text: string): string {
  return text.replace(broken, '\uFFFD')
}

/** A value of JSON with every text in it repaired, names of members included. */
export function repairValue(value: unknown): unknown {
  if (typeof value === 'string') return repairText(value)
  if (Array.isArray(value)) return value.map(repairValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [repairText(name), repairValue(member)]))
}
