import { describe, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { operationUrl, parseBaseAddress } from './address'

function refusalOf(text: string): AppError {
  try {
    parseBaseAddress(text)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error(`${text} was accepted`)
}

describe('parseBaseAddress', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com', 'https://api.example.com'],
    ['  https://API.example.com/  ', 'https://api.example.com', 'https://api.example.com'],
    [
      'https://api.example.com:8443/discovery/v4/',
      'https://api.example.com:8443/discovery/v4',
      'https://api.example.com:8443',
    ],
    ['https://api.example.com:443', 'https://api.example.com', 'https://api.example.com'],
    ['http://LOCALHOST:3000/p', 'http://127.0.0.1:3000/p', 'http://127.0.0.1:3000'],
    ['https://localhost:3000', 'https://localhost:3000', 'https://localhost:3000'],
    ['http://127.8.9.10', 'http://127.8.9.10', 'http://127.8.9.10'],
    ['http://0x7f.1:80', 'http://127.0.0.1', 'http://127.0.0.1'],
    ['http://[::1]:8080/p', 'http://[::1]:8080/p', 'http://[::1]:8080'],
  ])('accepts %s', (text, href, origin) => {
    expect(parseBaseAddress(text)).toEqual({ href, origin })
  })

  test.each([
    ['', /start with https/],
    ['api.example.com', /start with https/],
    ['ftp://api.example.com', /start with https/],
    ['file:///etc/passwd', /start with https/],
    ['javascript:alert(1)', /start with https/],
    ['https://', /a complete web address/],
    ['https://api.example.com/staging/..%2flive', /encoded slashes/],
    ['https://api.example.com/staging/..%5Clive', /encoded slashes/],
    ['https://api.example.com/staging/..;/live', /encoded slashes/],
    ['https://api.example.com/staging/%2e%2e%3bx/live', /encoded slashes/],
    ['https://api.example.com/a%252fb', /encoded slashes/],
    ['https://api.example.com/a%00', /encoded slashes/],
    ['https://api.example.com/a%2eb', /encoded slashes/],
    ['https://exa mple.com', /a complete web address/],
    ['http://api.example.com', /this computer only/],
    ['http://192.168.0.1', /this computer only/],
    ['http://localhost.example.com', /this computer only/],
    ['http://127.0.0.1.example.com', /this computer only/],
    ['http://[::ffff:127.0.0.1]', /this computer only/],
    ['http://127.0.0.1@example.com', /this computer only/],
    ['https://anna:secret@api.example.com', /user name or password/],
    ['https://anna@api.example.com', /user name or password/],
    ['https://api.example.com?', /\? or #/],
    ['https://api.example.com/?a=b', /\? or #/],
    ['https://api.example.com/#part', /\? or #/],
    ['https://api.exam\u0000ple.com', /invisible characters/],
    ['https://api.exam\nple.com', /invisible characters/],
  ])('refuses %j and names the reason', (text, reason) => {
    const { report } = refusalOf(text)
    expect(report.code).toBe('ADDRESS_INVALID')
    expect(report.message).toMatch(reason)
    expect(report.fields?.[0]?.path).toEqual(['baseAddress'])
  })
})

describe('operationUrl', () => {
  const address = parseBaseAddress('https://api.example.com/v4/')
  const ids = { orgId: 'a/b ?#', workspaceId: 'ü%2e' }

  test('keeps the path prefix and encodes the ids', () => {
    expect(operationUrl(address, 'listInsights', ids).href).toBe(
      'https://api.example.com/v4/organisations/a%2Fb%20%3F%23/workspaces/%C3%BC%252e/insights',
    )
  })

  test.each(['', '.', '..', '\ud800'])('refuses the id %j', (orgId) => {
    expect(() => operationUrl(address, 'listInsights', { ...ids, orgId })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    )
  })
})
