// Formats that several records share (API document, "Common formats"). Each record has two schemas: as documented
// (strict; the sandbox must produce it, and the conformance suite requires it) and as received (tolerant, so that a new
// field or enum value never hides a person's data).
import { z } from 'zod'

/** UUIDs of every version of RFC 9562, the nil and the max UUID. */
export const Uuid = z.uuid()

/**
 * An ISO 8601 date-time in UTC: ends with Z, seconds optional, fractions allowed, leap days checked. A union of two zod
 * formats, because the default requires seconds and precision -1 forbids them.
 */
export const UtcDateTime = z.union([z.iso.datetime(), z.iso.datetime({ precision: -1 })], {
  error: 'Invalid date-time in UTC',
})

/** A timestamp whose format the service does not promise: any string. */
export const Timestamp = z.string()

export const UnitScore = z.number().min(0).max(1)
export const PositiveScore = z.number().min(0)

/** An optional field as received: null is read as absent. */
export function received<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined)
}

/** An optional text as received: some services write an empty one for what they don't have. */
export const receivedText = () => received(z.string()).transform((text) => (text === '' ? undefined : text))

/** A list as received: absent and null are read as empty, the documented default. */
export function receivedList<T extends z.ZodType>(element: T) {
  return z
    .array(element)
    .nullish()
    .transform((value) => value ?? [])
}
