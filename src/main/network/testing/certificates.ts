// Certificates for tests, made anew each time: minimal X.509 in DER, as Node can't make any.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

export interface Identity {
  readonly key: string
  /** The certificate, and after it those that vouch for it, as a server sends them. */
  readonly cert: string
}

export interface Wish {
  readonly name: string
  /** Host names and IPv4 addresses. */
  readonly hosts: readonly string[]
  readonly validFrom?: Date
  readonly validTo?: Date
}

export interface Authority {
  readonly cert: string
  issue(wish: Wish): Identity
}

const dayMs = 86_400_000

export function makeAuthority(name: string): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const own = certificate({
    wish: { name, hosts: [] },
    publicKey: keys.publicKey,
    issuer: name,
    signer: keys.privateKey,
  })
  return {
    cert: own,
    issue(wish) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const leaf = certificate({ wish, publicKey, issuer: name, signer: keys.privateKey })
      return { key: pemOf(privateKey), cert: `${leaf}${own}` }
    },
  }
}

/** A certificate that nobody vouches for. */
export function selfSigned(wish: Wish): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { key: pemOf(privateKey), cert: certificate({ wish, publicKey, issuer: wish.name, signer: privateKey }) }
}

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const tags = {
  boolean: 1,
  integer: 2,
  bits: 3,
  octets: 4,
  oid: 6,
  text: 12,
  time: 23,
  sequence: 48,
  set: 49,
  hostName: 0x82,
  address: 0x87,
  version: 160,
  extensions: 163,
}
const oid = (hex: string) => der(tags.oid, Buffer.from(hex, 'hex'))
const sequence = (...parts: readonly Uint8Array[]) => der(tags.sequence, ...parts)

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const commonName = oid('550403')
const subjectAlternativeName = oid('551d11')
const basicConstraints = oid('551d13')
const isTrue = der(tags.boolean, Buffer.from([0xff]))

interface Parts {
  readonly wish: Wish
  readonly publicKey: KeyObject
  readonly issuer: string
  readonly signer: KeyObject
}

/** A certificate; without hosts, that of an authority. */
function certificate({ wish, publicKey, issuer, signer }: Parts): string {
  const nameOf = (text: string) => sequence(der(tags.set, sequence(commonName, der(tags.text, Buffer.from(text)))))
  const time = (date: Date) => der(tags.time, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
  const { validFrom = new Date(Date.now() - dayMs), validTo = new Date(Date.now() + dayMs) } = wish
  const hosts = wish.hosts.map((host) =>
    isIPv4(host) ? der(tags.address, Buffer.from(host.split('.').map(Number))) : der(tags.hostName, Buffer.from(host)),
  )
  const extension =
    hosts.length === 0
      ? sequence(basicConstraints, isTrue, der(tags.octets, sequence(isTrue)))
      : sequence(subjectAlternativeName, der(tags.octets, sequence(...hosts)))
  const content = sequence(
    der(tags.version, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(time(validFrom), time(validTo)),
    nameOf(wish.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(tags.extensions, sequence(extension)),
  )
  const signature = der(tags.bits, Buffer.from([0]), sign('sha256', content, signer))
  const whole = sequence(content, ecdsaWithSha256, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}
