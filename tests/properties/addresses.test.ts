// Addresses of services (also respelled), operations, links, and the page's own files.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { whyNotOpened } from '../../src/contract/links'
import { listParameters, views } from '../../src/contract/views'
import { EnvironmentName } from '../../src/contract/workspace'
import { isWrittenAlike, leadsTo } from '../../src/main/environments/same-address'
import { linkAmong, parseDeepLink } from '../../src/main/navigation/deep-link'
import { isLoopback, operationUrl, parseBaseAddress } from '../../src/main/service/address'
import { createAppProtocol, listFiles } from '../../src/main/shell/app-protocol'
import { holds, roughText } from './holds'

const parsedOrNull = (text: string) => {
  try {
    return parseBaseAddress(text)
  } catch {
    return null
  }
}

const hostName = fc.constantFrom(
  'service.example.com',
  'Example.org',
  'x',
  'xn--bcher-kva.example',
  '127.0.0.1',
  '[::1]',
)
const anyHost = fc.oneof(hostName, fc.constantFrom('localhost', 'LocalHost', 'localhost.', '127.1'))
const awkward = fc.constantFrom('/a%2fb', '/a%5Cb', '/%2e%2e', '/..;', '/a/..', '//', '?', '#', '%25', '%00', '/')
const port = fc.constantFrom('', ':443', ':8443', ':1')
const segment = fc.string({ unit: fc.constantFrom(...'abzAZ019-_~é'), minLength: 1, maxLength: 5 })
const segments = fc.array(segment, { maxLength: 4 })
const addressText = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('https://', 'http://', 'HTTPS://', 'ftp://', ''),
      anyHost,
      port,
      fc.array(fc.oneof(awkward, roughText(2)), { maxLength: 3 }).map((parts) => parts.join('')),
    )
    .map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('http://', 'https://'), roughText(4)).map((parts) => parts.join('')),
  roughText(),
)

describe('the address of a service', () => {
  holds(
    'is HTTPS or loopback with no credentials, query or fragment, and stays the same when parsed again',
    [addressText],
    (text) => {
      const address = parsedOrNull(text)
      if (address === null) return
      const url = new URL(address.href)
      expect(parseBaseAddress(address.href)).toEqual(address)
      expect(url.origin).toBe(address.origin)
      expect(url.protocol === 'https:' || /^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)).toBe(true)
      expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
      expect(address.href).not.toMatch(/[\s\\?#]|\/$|%(2f|5c|2e|25|00)/i)
    },
  )

  const octet = fc.nat({ max: 255 })
  holds(
    'is loopback exactly when its first octet is 127, however it is written',
    [octet, octet, octet, octet, fc.nat({ max: 3 })],
    (a, b, c, d, form) => {
      const whole = ((a * 256 + b) * 256 + c) * 256 + d
      const forms = [`${a}.${b}.${c}.${d}`, String(whole), `0x${whole.toString(16)}`, `${a}.${(b * 256 + c) * 256 + d}`]
      const { hostname } = new URL(`http://${forms[form]}`)
      expect(isLoopback(hostname)).toBe(a === 127)
      expect(parsedOrNull(`http://${forms[form]}`) !== null).toBe(a === 127)
    },
  )

  /** Spells the same address differently. */
  const respell = (host: string, at: string, parts: readonly string[], choices: readonly number[]) => {
    let turn = 0
    const choose = <T>(...all: readonly T[]) => all[(choices[turn++ % choices.length] ?? 0) % all.length] as T
    const recode = (part: string) =>
      Array.from(part, (char) => {
        if (char.charCodeAt(0) >= 0x80) return char
        const cased = choose(char, char.toLowerCase(), char.toUpperCase())
        const code = cased.charCodeAt(0).toString(16)
        return choose(cased, cased, `%${code}`, `%${code.toUpperCase()}`)
      }).join('')
    const name = Array.from(host, (char) => choose(char, char.toUpperCase(), char.toLowerCase())).join('')
    // A number or an address in brackets can't end in a dot.
    const dot = /[a-z]$/i.test(host) ? choose('', '.') : ''
    const path = parts.map(
      (part) => `${choose('/', '//', '/./', '/x/../')}${recode(part)}${choose('', '', ';a=1', '%3Bb')}`,
    )
    return `${choose('https://', 'HTTPS://')}${name}${dot}${at}${path.join('')}${choose('', '/', '//')}`
  }
  const choices = fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 30 })

  holds(
    'leads to the same place in every spelling',
    [hostName, port, segments, choices, choices],
    (host, at, parts, ...all) => {
      const [one, other] = all.map((some) => parseBaseAddress(respell(host, at, parts, some)).href)
      expect(leadsTo(one ?? '', other ?? '')).toBe(true)
      expect(leadsTo(other ?? '', one ?? '')).toBe(true)
    },
  )

  holds(
    'leads elsewhere with another host, port or path',
    [hostName, hostName, port, port, segments, segments],
    (...values) => {
      const [host, otherHost, at, otherAt, parts, otherParts] = values
      const place = (name: string, where: string, path: readonly string[]) => {
        const own = /^(127|\[::1)/.test(name) ? 'localhost' : name.toLowerCase()
        const folded = path.map((part) => encodeURIComponent(part.toLowerCase()))
        return [own, where === ':443' ? '' : where, ...folded].join('/')
      }
      const href = (name: string, where: string, path: readonly string[]) =>
        parseBaseAddress(`https://${name}${where}${path.map((part) => `/${part}`).join('')}`).href
      const one = href(host, at, parts)
      const other = href(otherHost, otherAt, otherParts)
      expect(leadsTo(one, other)).toBe(place(host, at, parts) === place(otherHost, otherAt, otherParts))
      if (isWrittenAlike(one, other)) expect(leadsTo(one, other)).toBe(true)
    },
  )

  holds(
    'keeps its origin and its path whatever the ids of an operation are',
    [hostName, segments, roughText(4), roughText(4)],
    (host, parts, orgId, topicId) => {
      const address = parseBaseAddress(`https://${host}${parts.map((part) => `/${part}`).join('')}`)
      const ids = { orgId, workspaceId: 'w', topicId }
      let url: URL
      try {
        url = operationUrl(address, 'getTopic', ids)
      } catch (error) {
        expect(error).toMatchObject({ report: { code: 'INVALID_INPUT' } })
        expect([orgId, topicId].some((id) => ['', '.', '..'].includes(id) || !id.isWellFormed())).toBe(true)
        return
      }
      expect(url.origin).toBe(address.origin)
      expect(url.search + url.hash).toBe('')
      const own = url.href.slice(address.href.length).split('/').map(decodeURIComponent)
      expect(url.href.startsWith(`${address.href}/`)).toBe(true)
      expect(own).toEqual(['', 'organisations', orgId, 'workspaces', 'w', 'topics', topicId])
    },
  )
})

describe('a link from outside', () => {
  const plain = roughText(4)
    .map((text) => text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}/\\?#]/gu, '').trim())
    .filter((text) => !['', '.', '..'].includes(text) && text.length <= 60)
  const filter = roughText(4)
    .map((text) => text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, ''))
    .filter((text) => text !== '')
  const environment = fc.constantFrom(...EnvironmentName.options)
  const view = fc.constantFrom(...views.map(({ name }) => name).filter((name) => name !== 'settings'))
  const filters = fc.array(fc.tuple(fc.constantFrom(...listParameters), filter), { minLength: 1, maxLength: 4 })

  holds(
    'leads to the view that it names, with and without an ID, and with filters',
    [environment, plain, view, plain, filters, fc.nat({ max: 2 })],
    (name, workspaceId, list, id, pairs, kind) => {
      const query = pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')
      const rest = ['', `/${encodeURIComponent(id)}`, `?${query}`][kind] ?? ''
      const text = `discovery-desk://${name}/${encodeURIComponent(workspaceId)}/${list}${rest}`
      if (text.length > 2048) return
      const link = parseDeepLink(text)
      expect(link).toMatchObject({ environment: name, workspaceId })
      const route = new URL(`http://page${link?.route}`)
      expect(route.pathname.split('/').slice(1).map(decodeURIComponent)).toEqual(kind === 1 ? [list, id] : [list])
      expect([...route.searchParams]).toEqual(kind === 2 ? pairs : [])
      // A link made from the result leads to the same place.
      expect(parseDeepLink(`discovery-desk://${name}/${encodeURIComponent(workspaceId)}${link?.route}`)).toEqual(link)
    },
  )

  holds(
    'leads only to a known view in a workspace with a valid ID, whatever it is made of',
    [
      environment,
      fc.array(
        fc.oneof(
          roughText(2),
          fc.constantFrom('w', 'insights', 'settings', '..', '%2e', '%2f', '%00', '%', 'new=1', '?', '&', '/'),
        ),
        { maxLength: 8 },
      ),
    ],
    (name, parts) => {
      const link = parseDeepLink(`discovery-desk://${name}/${parts.join('/')}`) ?? parseDeepLink(parts.join(''))
      if (link === null) return
      const route = new URL(`http://page${link.route}`)
      expect(`${route.pathname}${route.search}`).toBe(link.route)
      const [, first, id, ...more] = route.pathname.split('/')
      expect(views.map(({ name: known }) => known as string)).toContain(first)
      expect(more).toEqual([])
      expect(id === undefined || decodeURIComponent(id) !== '').toBe(true)
      expect([...route.searchParams.keys()].filter((key) => !listParameters.has(key))).toEqual([])
      expect(link.workspaceId).not.toMatch(/[\p{Cc}\p{Cf}/\\]|^\.{0,2}$/u)
    },
  )

  holds(
    'is refused with a parameter that no list has',
    [
      environment,
      fc.array(fc.tuple(fc.constantFrom('q', 'sort', 'new', 'edit', 'view', '__proto__', 'Q', ''), filter), {
        minLength: 1,
        maxLength: 3,
      }),
    ],
    (name, pairs) => {
      const query = pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')
      const link = parseDeepLink(`discovery-desk://${name}/w/insights?${query}`)
      if (pairs.some(([key]) => key !== 'q' && key !== 'sort')) expect(link).toBeNull()
      else expect([...new URL(`http://page${link?.route}`).searchParams]).toEqual(pairs)
    },
  )

  holds(
    'is found only in an argument that starts with it',
    [fc.array(roughText(3), { maxLength: 4 }), fc.nat({ max: 4 })],
    (args, at) => {
      const link = 'discovery-desk://staging/w/insights'
      expect(linkAmong([...args.slice(0, at), link, ...args.slice(at)])).toBe(link)
      expect(linkAmong(args.map((arg) => ` ${arg}`))).toBeNull()
    },
  )
})

describe('a link from the service', () => {
  const link = fc
    .tuple(
      fc.constantFrom('https://', 'http://', 'javascript:', 'file://', 'https:', '//', 'https://a@'),
      hostName,
      port,
      fc.oneof(
        roughText(3),
        segments.map((parts) => `/${parts.join('/')}`),
      ),
    )
    .map((parts) => parts.join(''))

  const blemish = fc.constantFrom('\0', '\t', '\n', '\x7f', '\u00ad', '\u200b', '\u202e', '\ufeff', '\\', ' ', '\u3000')
  const blemished = fc.tuple(blemish, fc.nat()).map(([char, at]) => {
    const good = 'https://service.example.com/help?q=1'
    const place = at % (good.length + 1)
    return good.slice(0, place) + char + good.slice(place)
  })

  holds('opens only the exact address that is shown', [fc.oneof(link, blemished, roughText())], (text) => {
    const sandbox = 'http://127.0.0.1:1'
    if (whyNotOpened(text, sandbox, (one) => new URL(one)) !== null) return
    const url = new URL(text)
    expect(url.protocol === 'https:' || url.origin === sandbox).toBe(true)
    expect(url.username + url.password).toBe('')
    expect(text).toMatch(/^https?:/i)
    expect(text.length).toBeLessThanOrEqual(2048)
    // Parsers drop invisible characters, so the address would differ from the text.
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\s\\]/u)
  })
})

describe('the page’s own files', () => {
  const names = ['/index.html', '/assets/index.js', '/assets/a b.css', '/notes.txt'] as const
  let folder = ''
  let answer: (request: Request) => Promise<Response>
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'properties-'))
    const root = path.join(folder, 'renderer')
    mkdirSync(path.join(root, 'assets'), { recursive: true })
    mkdirSync(path.join(folder, 'renderer-secrets'))
    for (const name of names) writeFileSync(path.join(root, name), `<head>of ${name}`)
    for (const name of ['secret.js', 'renderer-secrets/a.js', 'secret.html'])
      writeFileSync(path.join(folder, name), 'SECRET')
    answer = createAppProtocol(await listFiles(root))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const piece = fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2E.',
    '',
    '/',
    '%2f',
    '%5c',
    '\\',
    'assets',
    'index.js',
    'index.html',
    'secret.js',
    'renderer-secrets',
    'a.js',
    '%00',
    '?',
    '#',
    ';',
    'a%20b.css',
    'assets/a%20b.css',
    'index%2ehtml',
    'assets%2findex.js',
    'notes.txt',
    '-secrets',
    'constructor',
    '~',
    'é',
  )
  const place = fc
    .tuple(
      fc.constantFrom(
        'app://discovery-desk/',
        'app://discovery-desk',
        'app://other/',
        'app://discovery-desk:80/',
        'app://DISCOVERY-DESK/',
        'file:///',
      ),
      fc.array(piece, { maxLength: 5 }),
      fc.constantFrom('/', ''),
    )
    .map(([start, parts, between]) => start + parts.join(between))

  holds(
    'are served to GET requests by the name of a listed file, and nothing else is served',
    [place, fc.constantFrom('GET', 'GET', 'GET', 'POST', 'HEAD')],
    async (text, method) => {
      let request: Request
      try {
        request = new Request(text, { method })
      } catch {
        return
      }
      const response = await answer(request)
      const body = await response.text()
      expect(body).not.toContain('SECRET')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      const url = new URL(request.url)
      const name = url.pathname === '/' ? '/index.html' : url.pathname
      const isListed =
        url.protocol === 'app:' && url.host === 'discovery-desk' && ['/index.html', '/assets/index.js'].includes(name)
      expect(response.status).toBe(method !== 'GET' ? 405 : isListed ? 200 : 404)
      if (response.status !== 200) expect(body).toBe('')
      else if (name !== '/index.html') expect(body).toBe(readFileSync(path.join(folder, 'renderer', name), 'utf8'))
      else expect(body.replace(/<meta name="csp-nonce" nonce="[^"]+" \/>/, '')).toBe('<head>of /index.html')
    },
  )
})
