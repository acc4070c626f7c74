// Answers of the service: cutting a list into items, reading them, and reading refusals.
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { AppError } from '../../src/contract/errors'
import { isNestedTooDeep } from '../../src/contract/nesting'
import { createJsonSplitter, NotAList } from '../../src/library/ingest/json-splitter'
import { readInsight, readKnowledge } from '../../src/library/ingest/reading'
import { repairText, repairValue } from '../../src/library/text/repair-text'
import { parseJson, readSuccess, retryAfterMs, statusError } from '../../src/main/service/answer'
import { createRedaction } from '../../src/main/service/redact'
import { holds, roughJson, roughName, roughText } from './holds'

/** The items as JSON values, or null for a body that is refused. */
function cut(body: Buffer, cuts: readonly number[]): unknown[] | null {
  const items: unknown[] = []
  const members: unknown[] = []
  const splitter = createJsonSplitter({
    item: (bytes) => items.push(JSON.parse(bytes.toString('utf8'))),
    member: (_, bytes) => members.push(JSON.parse(bytes.toString('utf8'))),
  })
  const places = [0, ...cuts.map((place) => place % (body.length + 1)).sort((one, other) => one - other), body.length]
  try {
    for (const [at, place] of places.entries()) if (at > 0) splitter.push(body.subarray(places[at - 1], place))
    splitter.end()
    return items
  } catch (error) {
    if (error instanceof NotAList || error instanceof SyntaxError) return null
    throw error
  }
}

/** The same result, by parsing the whole. */
function cutByParsing(body: Buffer): unknown[] | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8').replace(/^[ \t\r\n]*\ufeff/, ''))
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'data')) return null
    const { data } = value as { data: unknown }
    return Array.isArray(data) ? data : null
  } catch {
    return null
  }
}

/** Writes JSON with white space, escapes and an order of members that no serialiser uses. */
const written = (value: unknown, spaces: readonly string[], isEscaped: boolean): string => {
  let at = 0
  const space = () => spaces[at++ % spaces.length] ?? ''
  const text = (one: string) =>
    isEscaped
      ? `"${Array.from({ length: one.length }, (_, place) => `\\u${one.charCodeAt(place).toString(16).padStart(4, '0')}`).join('')}"`
      : JSON.stringify(one)
  const write = (one: unknown): string => {
    if (typeof one === 'string') return text(one)
    if (Array.isArray(one)) return `[${space()}${one.map((each) => `${write(each)}${space()}`).join(`,${space()}`)}]`
    if (typeof one !== 'object' || one === null) return JSON.stringify(one)
    const members = Object.entries(one).map(([name, each]) => `${text(name)}${space()}:${space()}${write(each)}`)
    return `{${space()}${members.join(`${space()},${space()}`)}${space()}}`
  }
  return `${space()}${write(value)}${space()}`
}

const spaces = fc.array(fc.constantFrom('', ' ', '\n', '\t\r\n '), { minLength: 1, maxLength: 6 })
/** Small values, and a large one in twenty, so that thousands of cases take a moment. */
const mostly = (small: fc.Arbitrary<number>, large: fc.Arbitrary<number>) =>
  fc.oneof({ weight: 19, arbitrary: small }, { weight: 1, arbitrary: large })
const cuts = fc.array(fc.nat(), { maxLength: 6 })

describe('cutting a list into items', () => {
  const others = fc
    .array(
      fc.tuple(
        roughName(3).filter((name) => name !== 'data'),
        roughJson(2),
      ),
      { maxLength: 3 },
    )
    .map((entries) => Object.fromEntries(entries) as object)

  holds(
    'gives the same items as parsing the whole body, wherever it is cut and however it is written',
    [fc.array(roughJson(3), { maxLength: 5 }), others, fc.boolean(), spaces, fc.boolean(), cuts],
    (data, members, isFirst, between, isEscaped, at) => {
      const answer = isFirst ? { data, ...members } : { ...members, data }
      const body = Buffer.from(written(answer, between, isEscaped))
      expect(cut(body, at)).toEqual(JSON.parse(body.toString('utf8')).data)
    },
  )

  holds(
    'accepts or refuses a damaged body exactly as parsing the whole does',
    [
      fc.array(roughJson(2), { maxLength: 3 }),
      spaces,
      fc.nat(),
      fc.nat({ max: 3 }),
      fc.constantFrom(...Buffer.from('"\\,:[]{} \n\0xe1-.\ufeff')),
      cuts,
    ],
    (data, between, where, removed, byte, at) => {
      const whole = Buffer.from(written({ data, n: 1 }, between, false))
      const place = where % whole.length
      const body = Buffer.concat([whole.subarray(0, place), Buffer.from([byte]), whole.subarray(place + removed)])
      expect(cut(body, at)).toEqual(cutByParsing(body))
    },
  )
})

const uuid = '3f8a4f0e-6c8b-4f43-9d8c-0d5b8f4b2a01'

/** An insight with parts that a service might send instead of the documented ones. */
const insight = fc.record({ title: roughText(6), description: roughText(6), ownerId: roughText(2) }).chain((texts) =>
  fc
    .record(
      {
        extra: fc.dictionary(roughName(2), roughJson(2), { maxKeys: 3 }),
        opportunities: fc.oneof(fc.constant([]), roughJson(2)),
        strength: fc.oneof(fc.double(), roughJson(1)),
      },
      { requiredKeys: ['extra'] },
    )
    .map(({ extra, ...rest }) => ({
      ...extra,
      ...{ id: uuid, type: 'Bug', seen: false, hideContent: false, createdAt: 'x', updatedAt: 'y' },
      ...texts,
      ...rest,
    })),
)

const canBeStored = (text: string) => !text.includes('\0') && text.isWellFormed()
const allTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [name, ...allTexts(member)])
}

describe('reading an item', () => {
  holds('reads escapes as the characters that they stand for', [insight, spaces], (item, between) => {
    const plain = readInsight(Buffer.from(JSON.stringify(item)))
    expect(readInsight(Buffer.from(written(item, between, true)))).toEqual(plain)
  })

  holds(
    'gives texts that the database can store, and a bounded list of unknown fields',
    [fc.oneof(insight, roughJson(5)), fc.constantFrom(readInsight, readKnowledge)],
    (item, read) => {
      const result = read(Buffer.from(JSON.stringify(item) ?? 'null'))
      if (result.kind === 'read') {
        expect(allTexts(result.item).filter((text) => !canBeStored(text))).toEqual([])
        expect(result.unknownFields.length).toBeLessThanOrEqual(100)
        expect(result.unknownFields.filter((name) => name.length > 80)).toEqual([])
      } else expect(result).toMatchObject({ kind: 'unreadable' })
      if (result.kind === 'unreadable') expect(result.id === null || canBeStored(result.id)).toBe(true)
    },
  )

  holds(
    'limits unknown fields to 100 names of 80 characters, however many and long they are',
    // Mostly few and short; the large ones exceed the bounds of a hundred names and 80 characters.
    [
      mostly(fc.nat({ max: 8 }), fc.nat({ max: 200 })),
      mostly(fc.nat({ max: 100 }), fc.nat({ max: 200 })),
      roughText(2),
    ],
    (count, length, start) => {
      const names = Array.from({ length: count }, (_, place) => [`${start}${place}${'x'.repeat(length)}`, place])
      const result = readKnowledge(Buffer.from(JSON.stringify({ id: uuid, ...Object.fromEntries(names) })))
      const unknown = result.kind === 'read' ? result.unknownFields : []
      expect(unknown.length).toBe(Math.min(count, 100, unknown.length))
      expect(unknown.length > 0).toBe(count > 0)
      expect(Math.max(0, ...unknown.map((name) => name.length))).toBeLessThanOrEqual(80)
    },
  )

  const deep = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`

  holds(
    'reports an item nested deeper than 100 levels as unreadable, however deep it is, and reads any other',
    [mostly(fc.nat({ max: 110 }), fc.nat({ max: 20_000 })), fc.constantFrom(['[', ']'], ['{"\\u0061":', '}'])],
    (depth, [open = '', close = '']) => {
      const item = `{"id":"${uuid}","title":"\\u0000","x":${deep(open, close, depth)}}`
      const result = readKnowledge(Buffer.from(item))
      if (depth + 1 > 100) expect(result).toMatchObject({ kind: 'unreadable', id: uuid })
      else expect(result).toMatchObject({ kind: 'read', item: { title: '\ufffd' } })
    },
  )

  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

  holds('measures depth as a recursive count does', [roughJson(3), fc.nat({ max: 105 })], (value, more) => {
    const nested = Array.from({ length: more }).reduce((inner: unknown) => [inner], value)
    expect(isNestedTooDeep(nested)).toBe(depthOf(nested) > 100)
  })
})

describe('repairing text', () => {
  /** The slow model: repairs unit by unit. */
  const repairSlowly = (text: string) => {
    let repaired = ''
    for (let at = 0; at < text.length; at += 1) {
      const point = text.codePointAt(at) ?? 0
      if (point > 0xffff) {
        repaired += text.slice(at, at + 2)
        at += 1
      } else repaired += point === 0 || (point >= 0xd800 && point <= 0xdfff) ? '\ufffd' : text[at]
    }
    return repaired
  }

  holds('replaces only the characters that no database stores', [roughText()], (text) => {
    const repaired = repairText(text)
    expect(repaired).toBe(repairSlowly(text))
    expect(repairText(repaired)).toBe(repaired)
    expect(Buffer.from(repaired).toString()).toBe(repaired)
  })

  holds('makes every text in a value storable, and leaves a storable value unchanged', [roughJson(4)], (value) => {
    const names = (one: unknown): unknown =>
      typeof one === 'object' && one !== null ? Object.entries(one).map(([name, member]) => [name, names(member)]) : one
    const slowly = JSON.parse(JSON.stringify(value), (_, member) => member)
    const texts = allTexts(repairValue(slowly))
    expect(texts.every(canBeStored)).toBe(true)
    expect(repairValue(repairValue(value))).toEqual(repairValue(value))
    if (allTexts(value).every(canBeStored)) expect(names(repairValue(value))).toEqual(names(value))
  })
})

describe('reading an answer', () => {
  const status = fc.constantFrom(200, 201, 202, 204)

  holds(
    'returns the data of a documented answer as it was sent, and refuses one that is not JSON',
    [fc.array(roughJson(3)), roughJson(2)],
    (data, more) => {
      const text = JSON.stringify({ more, data })
      expect(readSuccess('listInsights', { status: 200, isJson: true, text })).toEqual(JSON.parse(text).data)
      expect(() => readSuccess('listInsights', { status: 200, isJson: false, text })).toThrow(AppError)
    },
  )

  holds(
    'accepts as a list only an object whose data is a list',
    [fc.oneof(roughJson(3), roughText()), status],
    (value, code) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      const parsed = parseJson(text) as { data?: unknown } | undefined
      const isList = typeof parsed === 'object' && parsed !== null && Array.isArray(parsed.data)
      const read = () => readSuccess('listKnowledge', { status: code, isJson: true, text })
      if (isList && Object.hasOwn(parsed, 'data')) expect(read()).toEqual(parsed.data)
      else
        expect(read).toThrow(expect.objectContaining({ report: expect.objectContaining({ code: 'NOT_THE_SERVICE' }) }))
    },
  )

  holds(
    'treats a write as done once the service confirms it, however deeply its record is nested',
    [mostly(fc.nat({ max: 110 }), fc.nat({ max: 30_000 })), status],
    (depth, code) => {
      const text = `{"data":${'['.repeat(depth)}${']'.repeat(depth)}}`
      const result = readSuccess('createInsight', {
        status: code,
        isJson: true,
        text: depth === 0 ? '{"data":{}}' : text,
      })
      if (code === 204 || depth >= 100) expect(result).toBeNull()
      else expect(result).toBeInstanceOf(Object)
    },
  )
})

describe('reading a refusal', () => {
  const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/='
  const secret = fc.string({ unit: fc.constantFrom(...characters), minLength: 40, maxLength: 80 })
  const hex = (char: string) => char.charCodeAt(0).toString(16).padStart(2, '0')
  const echoes: readonly ((token: string) => string)[] = [
    (token) => token,
    encodeURIComponent,
    (token) => Array.from(token, (char) => `%${hex(char)}`).join(''),
    (token) => Array.from(token, (char) => `\\u00${hex(char)}`).join(''),
    (token) => JSON.stringify(token).replaceAll('/', '\\/'),
    (token) => Buffer.from(token).toString('base64'),
    (token) => Buffer.from(`Bearer ${token}`).toString('base64url'),
    (token) => token.slice(0, -1),
  ]
  const echo = fc.constantFrom(...echoes)
  /** Pieces too long to match by chance. */
  const piecesOf = (text: string) => Array.from({ length: text.length - 20 }, (_, at) => text.slice(at, at + 20))

  holds('removes the token, however the service wrote it', [secret, echo, roughText(5), roughText(5)], (...values) => {
    const [token, write, before, after] = values
    const echoed = write(token)
    const text = `${before} ${echoed} ${after}`
    const redact = createRedaction(token)
    const safe = redact(text)
    expect(piecesOf(echoed).filter((piece) => safe.includes(piece))).toEqual([])
    expect(safe.startsWith(before.replace(/[\w.~+/=%\\-]*$/, ''))).toBe(true)
    expect(redact(safe)).toBe(safe)
  })

  holds(
    'gives an error of bounded length without the token, whatever the envelope holds',
    [
      ...([secret, echo, fc.oneof(fc.constant(400), fc.integer({ min: 300, max: 599 })), roughJson(3)] as const),
      fc.array(roughText(3), { maxLength: 5 }),
      fc.nat({ max: 2000 }),
    ],
    (token, write, code, junk, fields, length) => {
      const description = `${fields.join('')}${'x'.repeat(length)} ${write(token)}`
      const invalidFields = { [write(token)]: { message: description, path: fields }, a: junk }
      const error = { code: 'X', description, fields: [...fields, write(token)], validationErrors: { invalidFields } }
      const { report } = statusError({ status: code, headers: new Headers(), body: { error }, secret: token })
      const words = JSON.stringify(report)
      expect(words).not.toContain(token)
      expect(piecesOf(write(token)).filter((piece) => words.includes(piece))).toEqual([])
      expect(report.message.length).toBeLessThan(600)
      expect(report.message).not.toMatch(/\p{Cc}/u)
    },
  )

  holds(
    'limits the wait to between zero and five minutes, whatever the header says',
    [
      fc.oneof(
        roughText(4),
        fc.nat().map(String),
        fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      ),
    ],
    (header) => {
      for (const answered of [null, header, 'Mon, 01 Jan 2024 00:00:00 GMT']) {
        const waitMs = retryAfterMs(header, answered)
        expect(waitMs).toBeGreaterThanOrEqual(0)
        expect(waitMs).toBeLessThanOrEqual(300_000)
      }
    },
  )
})
