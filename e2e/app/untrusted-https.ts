// A server with a certificate that nobody vouches for, made anew at each start: a minimal X.509 certificate in DER.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface UntrustedServer {
  readonly baseUrl: string
  /** Requests that were heard, after a handshake that the client should have refused. */
  readonly requests: readonly string[]
  close(): void
}

export async function serveUntrusted(): Promise<UntrustedServer> {
  const requests: string[] = []
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const server = createServer({ key, cert: selfSigned(privateKey, publicKey) }, (request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    response.setHeader('Content-Type', 'application/json').end('{"data":[]}')
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const tags = {
  integer: 2,
  bits: 3,
  octets: 4,
  oid: 6,
  text: 12,
  time: 23,
  sequence: 48,
  set: 49,
  version: 160,
  extensions: 163,
}
const oid = (hex: string) => der(tags.oid, Buffer.from(hex, 'hex'))
const sequence = (...parts: readonly Uint8Array[]) => der(tags.sequence, ...parts)

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const commonName = oid('550403')
const subjectAlternativeName = oid('551d11')
const thisComputer = Buffer.from([127, 0, 0, 1])

function selfSigned(privateKey: KeyObject, publicKey: KeyObject): string {
  const name = sequence(der(tags.set, sequence(commonName, der(tags.text, Buffer.from('Nobody')))))
  const time = (date: Date) => der(tags.time, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
  const dayMs = 86_400_000
  const validity = sequence(time(new Date(Date.now() - dayMs)), time(new Date(Date.now() + dayMs)))
  const addresses = der(tags.octets, sequence(der(0x87, thisComputer)))
  const certificate = sequence(
    der(tags.version, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(tags.extensions, sequence(sequence(subjectAlternativeName, addresses))),
  )
  const signature = der(tags.bits, Buffer.from([0]), sign('sha256', certificate, privateKey))
  const whole = sequence(certificate, ecdsaWithSha256, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${whole.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`
}
