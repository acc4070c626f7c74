// Ids of generated records. Each id contains the place of its record, so that finding one by id needs no table of them
// all. The rest is mixed from kind and place, so that the ids look and sort like any others.
const kinds = ['insight', 'opportunity', 'solution', 'outcome', 'feedback', 'refinement'] as const
export type GeneratedKind = (typeof kinds)[number]

/** Mixes two numbers into 32 bits (the finaliser of MurmurHash3). */
export function mixed(left: number, right: number): number {
  let bits = Math.imul(left ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(right + 0x7f4a7c15, 0xc2b2ae35)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

const hex = (value: number, width: number) => value.toString(16).padStart(width, '0')

/** A version-8 UUID: the same kind and place give the same id everywhere. */
export function generatedId(kind: GeneratedKind, place: number): string {
  const kindNumber = kinds.indexOf(kind) + 1
  const high = mixed(kindNumber, place)
  const low = hex(mixed(place, high), 8)
  const variant = '89ab'.charAt(high % 4)
  const groups = [
    hex(high, 8),
    low.slice(0, 4),
    `8${low.slice(4, 7)}`,
    `${variant}${low.charAt(7)}${hex(kindNumber, 2)}`,
  ]
  return [...groups, hex(place, 12)].join('-')
}

/** The place of the record with this id; undefined for an id of another kind. */
export function placeOf(kind: GeneratedKind, id: string): number | undefined {
  const place = Number.parseInt(id.slice(24), 16)
  return Number.isNaN(place) || generatedId(kind, place) !== id.toLowerCase() ? undefined : place
}
