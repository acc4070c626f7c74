/** The members of a JSON object, unchecked. */
export type Values = Readonly<Record<string, unknown>>

/** Whether JSON calls it an object: no list, not null. */
export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
