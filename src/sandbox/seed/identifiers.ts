// Ids and pseudo-random numbers of the seeded workspace. All are hashed from names, never drawn at random, so that two
// computers that start the sandbox on the same day hold the same records.
import { createHash } from 'node:crypto'

const digest = (name: string) => createHash('sha256').update(`juniper-bikes/${name}`).digest('hex')

/** A version-8 UUID (the "made by hashing" version of RFC 9562), the same for the same kind and key everywhere. */
export function seedId(kind: string, key: string): string {
  const hex = digest(`${kind}/${key}`)
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)]
  return [...groups, hex.slice(20, 32)].join('-')
}

/** Hashes a name to a number from 0 up to, but not including, 1. */
export function fractionOf(name: string): number {
  return Number.parseInt(digest(name).slice(0, 8), 16) / 2 ** 32
}

export const organisationId = seedId('organisation', 'juniper-bikes')
export const workspaceId = seedId('workspace', 'juniper-bikes')
export const workspaceName = 'Juniper Bikes'

/** A second organisation that appears in tokens only, for trying what "not yours" looks like. */
export const foreignOrganisationId = seedId('organisation', 'alder-scooters')
