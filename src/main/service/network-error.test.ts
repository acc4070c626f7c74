import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../contract/errors'
import { networkError } from './network-error'

const fromElectron = (name: string) => new Error(`net::${name}`)
const fromNode = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`it failed: ${code}`), { code }) })

const electron: readonly [string, ErrorCode][] = [
  ['ERR_NAME_NOT_RESOLVED', 'NAME_NOT_FOUND'],
  ['ERR_DNS_TIMED_OUT', 'NAME_NOT_FOUND'],
  ['ERR_CONNECTION_REFUSED', 'CONNECTION_REFUSED'],
  ['ERR_ADDRESS_UNREACHABLE', 'CONNECTION_REFUSED'],
  ['ERR_INTERNET_DISCONNECTED', 'CONNECTION_REFUSED'],
  ['ERR_PROXY_CONNECTION_FAILED', 'CONNECTION_REFUSED'],
  ['ERR_TUNNEL_CONNECTION_FAILED', 'CONNECTION_REFUSED'],
  ['ERR_CERT_AUTHORITY_INVALID', 'TLS_UNTRUSTED'],
  ['ERR_CERT_DATE_INVALID', 'TLS_UNTRUSTED'],
  ['ERR_SSL_PROTOCOL_ERROR', 'TLS_UNTRUSTED'],
  ['ERR_TIMED_OUT', 'TIMEOUT'],
  ['ERR_CONNECTION_TIMED_OUT', 'TIMEOUT'],
  ['ERR_CONNECTION_RESET', 'CONNECTION_LOST'],
  ['ERR_CONNECTION_CLOSED', 'CONNECTION_LOST'],
  ['ERR_EMPTY_RESPONSE', 'CONNECTION_LOST'],
  ['ERR_NETWORK_CHANGED', 'CONNECTION_LOST'],
  ['ERR_CONTENT_LENGTH_MISMATCH', 'CONNECTION_LOST'],
  ['ERR_INCOMPLETE_CHUNKED_ENCODING', 'CONNECTION_LOST'],
  ['ERR_CONTENT_DECODING_FAILED', 'CONNECTION_LOST'],
  ['ERR_TOO_MANY_REDIRECTS', 'REDIRECTED'],
]

const node: readonly [string, ErrorCode][] = [
  ['ENOTFOUND', 'NAME_NOT_FOUND'],
  ['EAI_AGAIN', 'NAME_NOT_FOUND'],
  ['ECONNREFUSED', 'CONNECTION_REFUSED'],
  ['EHOSTUNREACH', 'CONNECTION_REFUSED'],
  ['ENETUNREACH', 'CONNECTION_REFUSED'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS_UNTRUSTED'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'TLS_UNTRUSTED'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'TLS_UNTRUSTED'],
  ['CERT_HAS_EXPIRED', 'TLS_UNTRUSTED'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS_UNTRUSTED'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS_UNTRUSTED'],
  ['UND_ERR_CONNECT_TIMEOUT', 'TIMEOUT'],
  ['ETIMEDOUT', 'TIMEOUT'],
  ['ECONNRESET', 'CONNECTION_LOST'],
  ['UND_ERR_SOCKET', 'CONNECTION_LOST'],
  ['Z_DATA_ERROR', 'CONNECTION_LOST'],
]

describe('networkError', () => {
  test.each(electron)('maps the Electron error %s to %s', (name, code) => {
    expect(networkError(fromElectron(name), 'read').code).toBe(code)
  })

  test.each(node)('maps the Node error %s to %s', (name, code) => {
    expect(networkError(fromNode(name), 'read').code).toBe(code)
  })

  test('reads the codes inside an AggregateError, one per address that was tried', () => {
    const each = Object.assign(new Error('connect ECONNREFUSED ::1:9'), { code: 'ECONNREFUSED' })
    expect(networkError(new TypeError('fetch failed', { cause: new AggregateError([each, each]) }), 'read').code).toBe(
      'CONNECTION_REFUSED',
    )
  })

  test.each([
    new Error("Attempted to redirect, but redirect policy was 'error'"),
    new TypeError('fetch failed', { cause: new Error('unexpected redirect') }),
  ])('recognises a refused redirect: %s', (error) => {
    expect(networkError(error, 'read').code).toBe('REDIRECTED')
  })

  test('does not mistake a host named "unexpected redirect" for a redirect', () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND unexpected redirect'), { code: 'ENOTFOUND' })
    expect(networkError(new TypeError('fetch failed', { cause }), 'read').code).toBe('NAME_NOT_FOUND')
  })

  test.each([undefined, 'text', new Error('something new'), Object.assign(new Error('loop'), { code: 7 })])(
    'maps an unknown error to CONNECTION_LOST because a change may have arrived: %s',
    (error) => {
      expect(networkError(error, 'change').report).toMatchObject({ code: 'CONNECTION_LOST', retryable: true })
    },
  )

  test.each([
    'ERR_SSL_PROTOCOL_ERROR',
    'ERR_SSL_BAD_RECORD_MAC_ALERT',
    'ERR_SSL_DECRYPT_ERROR_ALERT',
    'ERR_TLS_INVALID_STATE',
  ])('maps %s during a change to CONNECTION_LOST because the change may have arrived', (name) => {
    expect(networkError(fromElectron(name), 'change').code).toBe('CONNECTION_LOST')
    expect(networkError(fromNode(name), 'change').code).toBe('CONNECTION_LOST')
  })

  test.each([
    ...['ERR_INTERNET_DISCONNECTED', 'ERR_ADDRESS_UNREACHABLE', 'ERR_ADDRESS_INVALID', 'ERR_NETWORK_ACCESS_DENIED'],
    ...['ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL'],
  ])('maps %s during a change to CONNECTION_LOST because it can also end an open connection', (name) => {
    const error = name.startsWith('ERR_') ? fromElectron(name) : fromNode(name)
    expect(networkError(error, 'change').code).toBe('CONNECTION_LOST')
    expect(networkError(error, 'read').code).toBe('CONNECTION_REFUSED')
  })

  test.each(['ERR_CONNECTION_REFUSED', 'ERR_CONNECTION_FAILED', 'ERR_UNSAFE_PORT'])(
    'maps %s during a change to CONNECTION_REFUSED because nothing was sent',
    (name) => expect(networkError(fromElectron(name), 'change').code).toBe('CONNECTION_REFUSED'),
  )

  test('maps EPROTO during a change to CONNECTION_LOST, and an untrusted certificate to TLS_UNTRUSTED', () => {
    expect(networkError(fromNode('EPROTO'), 'change').code).toBe('CONNECTION_LOST')
    expect(networkError(fromElectron('ERR_CERT_AUTHORITY_INVALID'), 'change').code).toBe('TLS_UNTRUSTED')
    expect(networkError(fromNode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'change').code).toBe('TLS_UNTRUSTED')
  })
})
