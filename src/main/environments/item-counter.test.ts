import { describe, expect, test } from 'vitest'
import { createItemCounter } from './item-counter'

function count(text: string, pieceLength = text.length): number | null {
  const counter = createItemCounter()
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += pieceLength || 1) counter.add(bytes.subarray(at, at + (pieceLength || 1)))
  return counter.finish()
}

describe('counting items as they stream in', () => {
  test.each<[string, number]>([
    ['{"data":[]}', 0],
    ['{ "data" : [ \n ] }', 0],
    ['{"data":[{}]}', 1],
    ['{"data":[{"a":"a,]}\\""},{"b":null},{"data":[1,2]},{"c":[3,[4]]}]}', 4],
    ['{"meta":{"data":[1,2,3]},"data":[{"a":[1,2]},{}],"more":[1]}', 2],
    ['{"other":"data","x":[1,2],"data":[{"a":"ü🚲\\\\"}]}', 1],
    ['{"database":[1,2],"data":[{}]}', 1],
    ['{"a \\"data":[1,2],"data":[{"a":"\\\\"},{},{"b":"\\\\\\""}]}', 3],
    [JSON.stringify({ data: Array.from({ length: 1000 }, (_, id) => ({ id, tags: [1, 2], text: 'a"b,[{' })) }), 1000],
    [JSON.stringify({ data: [{ a: 1 }, { b: [] }] }, null, 2), 2],
  ])('%s', (text, expected) => {
    expect(count(text)).toBe(expected)
    expect(count(text, 1)).toBe(expected)
    expect(count(text, 7)).toBe(expected)
  })

  test.each([
    '',
    'null',
    '7',
    '"data"',
    '[]',
    '[{"data":[{}]}]',
    '{}',
    '{"data":{}}',
    '{"data":null}',
    '{"data":[{}],"data":{}}',
    '{"items":[{}]}',
    '{"data":[{}',
    '{"data":[{}]',
    '{"data":[{"1]}',
    '{"data":[{}}]',
    '{"data":[{}]}]',
    '{"data":[{}]}{}',
    '{"data":[{}]} trailing',
    '{"data":[{},,{}]}',
    '{"data":[1,2,3]}',
    '{"data":["a"]}',
    '{"data":[{},null]}',
    '{"data":[[{}]]}',
    '{"data":[{} {}]}',
    '<html></html>',
  ])('%s is not a list of items', (text) => {
    expect(count(text)).toBeNull()
  })
})
