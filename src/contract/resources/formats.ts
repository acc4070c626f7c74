// Formats that several records share (API document, "Common formats"), and the two ways a record is described:
// as documented (strict, what the sandbox must produce and the conformance suite demands) and as received
// (tolerant, what the app accepts so that one new field or enum value never hides a person's data).
import { z } from 'zod'

/** RFC 9562 UUIDs of every version, plus the nil and the max UUID. */
export const Uuid = z.uuid()

/**
 * An ISO 8601 date-time in UTC: ends with Z, seconds optional, fractions allowed, leap days checked. Two formats of
 * zod together, because its default one demands seconds and the one of precision -1 forbids them.
 */
export const UtcDateTime = z.union([z.iso.datetime(), z.iso.datetime({ precision: -1 })], {
  error: 'Invalid date-time in UTC',
})

/** A timestamp whose format the service does not promise: any string. */
export const Timestamp = z.string()

export const UnitScore = z.number().min(0).max(1)
export const PositiveScore = z.number().min(0)

/** An optional field as received: null says the same as absent. */
export function received<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined)
}

/** A list with a documented default of empty: absent and null read as empty. */
export function receivedList<T extends z.ZodType>(element: T) {
  return z
    .array(element)
    .nullish()
    .transform((value) => value ?? [])
}
