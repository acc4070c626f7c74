import { expect, it } from 'vitest'
import { readBlocks, readSpans } from './written-blocks'

const text = (value: string) => ({ kind: 'text', text: value })
const step = (number: number, value: string) => ({ number, spans: [text(value)] })

it('reads headings, lists, code and paragraphs', () => {
  const written =
    '# Goal\nRiders see\nthe range.\n\n- one\n- two\n1. first\n2) second\n```ts\n# not a heading\n```\nEnd'
  expect(readBlocks(written)).toEqual([
    { kind: 'heading', spans: [text('Goal')] },
    { kind: 'paragraph', spans: [text('Riders see\nthe range.')] },
    { kind: 'list', isNumbered: false, items: [[text('one')], [text('two')]] },
    { kind: 'list', isNumbered: true, items: [step(1, 'first'), step(2, 'second')] },
    { kind: 'code', text: '# not a heading' },
    { kind: 'paragraph', spans: [text('End')] },
  ])
  expect(readBlocks('```\nnever closed')).toEqual([{ kind: 'code', text: 'never closed' }])
  expect(readBlocks(' \r\n')).toEqual([])
})

it('reads emphasis and code within a line', () => {
  expect(readSpans('A **strong** and *soft* `x * y` word')).toEqual([
    text('A '),
    { kind: 'strong', text: 'strong' },
    text(' and '),
    { kind: 'emphasis', text: 'soft' },
    text(' '),
    { kind: 'code', text: 'x * y' },
    text(' word'),
  ])
})

it.each([
  '<img src=x onerror=alert(1)>',
  '![chart](https://example.com/chart.png)',
  '[more](javascript:alert(1))',
  '3 * 4 * 5',
  'snake_case_name and 2*3*4',
  'times a*b* c',
  'a *b * c',
  '#hashtag',
  '**open',
  '-5 degrees',
  '2026. ',
])('leaves %j as it was written', (written) => {
  expect(readBlocks(written)).toEqual([{ kind: 'paragraph', spans: [text(written)] }])
})
