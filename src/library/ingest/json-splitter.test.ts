import { describe, expect, it } from 'vitest'
import { createJsonSplitter, NotAList } from './json-splitter'

function split(pieces: readonly Buffer[]) {
  const items: unknown[] = []
  const members: string[] = []
  const splitter = createJsonSplitter({
    item: (bytes) => items.push(JSON.parse(bytes.toString())),
    member: (name) => members.push(name),
  })
  for (const piece of pieces) splitter.push(piece)
  splitter.end()
  return { items, members }
}

const items = [
  { text: 'quote \\" brace } bracket ] é 🚲 \u0000', deep: [[{ a: {} }], []] },
  'text with "quotes" and \\ at the end\\',
  -1.5e3,
  null,
  true,
  [],
  {},
  '',
  { 'data"': ',', long: 'x'.repeat(200) + '\\"'.repeat(20) },
]
const sample = Buffer.from(
  `\ufeff \n{ "before" : {"data":[1]} ,\t"data" :[ ${items.map((item) => JSON.stringify(item, null, 1)).join(' ,\n')} ], "n":12, "s":"]}" }\r\n`,
)

describe('splitter', () => {
  it('returns the same items wherever the body is split', () => {
    const whole = split([sample])
    expect(whole).toEqual({ items, members: ['before', 'n', 's'] })
    for (let cut = 0; cut <= sample.length; cut += 1) {
      expect(split([sample.subarray(0, cut), sample.subarray(cut)])).toEqual(whole)
    }
    expect(split([...sample].map((byte) => Buffer.from([byte])))).toEqual(whole)
  })

  it('rejects a body that is cut off at any point', () => {
    const body = sample.toString().trimEnd()
    const bytes = Buffer.from(body)
    for (let end = 0; end < bytes.length; end += 1) expect(() => split([bytes.subarray(0, end)])).toThrow()
  })

  it('accepts an empty list', () => {
    expect(split([Buffer.from('{"data":[]}')])).toEqual({ items: [], members: [] })
  })

  it.each([
    '[]',
    '"data"',
    'null',
    '<!doctype html>',
    '{}',
    '{"data":{}}',
    '{"data":null}',
    '{"data":[],"data":[]}',
    '{"data":[,]}',
    '{"data":[1,]}',
    '{"data":[1 2]}',
    '{"data":[1]]}',
    '{"data":[1]}}',
    '{"data":[1]} {}',
    '{"data":[1],}',
    '{"data" [1]}',
    '{data:[1]}',
    '{"error":{"code":"NOT_FOUND"}}',
    '{"x":,"data":[]}',
    '\u00ef{"data":[]}',
  ])('refuses %s', (body) => {
    expect(() => split([Buffer.from(body)])).toThrow(NotAList)
  })
})
