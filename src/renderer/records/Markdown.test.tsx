import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderView } from '../testing/render'
import { Markdown } from './Markdown'

function show(text: string) {
  renderView(
    <article>
      <Markdown text={text} />
    </article>,
  )
  const article = screen.getByRole('article')
  const parts = [...article.querySelectorAll('h4, p, li, pre, strong, em, code')]
  return { article, parts: parts.map(({ tagName, textContent }) => [tagName.toLowerCase(), textContent?.trim()]) }
}

it('shows headings, lists, code and paragraphs', () => {
  const written =
    '# Goal\nRiders see\nthe range.\n\n- one\n- two\n\n1. first\n2) second\n```ts\n# not a heading\n```\nEnd'
  expect(show(written).parts).toEqual([
    ['h4', 'Goal'],
    ['p', 'Riders see\nthe range.'],
    ['li', 'one'],
    ['li', 'two'],
    ['li', 'first'],
    ['li', 'second'],
    ['pre', '# not a heading'],
    ['code', '# not a heading'],
    ['p', 'End'],
  ])
})

it('keeps an empty item of a list that has others', () => {
  expect(show('- one\n-\n- three').parts).toEqual([
    ['li', 'one'],
    ['li', ''],
    ['li', 'three'],
  ])
})

it('shows a code block that is never closed', () => {
  expect(show('```\nnever closed').parts).toContainEqual(['pre', 'never closed'])
})

it('shows nothing for an empty text', () => {
  expect(show(' \r\n').parts).toEqual([])
})

it('shows emphasis and code within a line', () => {
  expect(show('A **strong** and *soft* `x * y` word').parts).toEqual([
    ['p', 'A strong and soft x * y word'],
    ['strong', 'strong'],
    ['em', 'soft'],
    ['code', 'x * y'],
  ])
})

it.each([
  '<img src=x onerror=alert(1)>',
  '<b>bold</b> and <script>alert(1)</script>',
  '![chart](https://example.com/chart.png)',
  '[more](javascript:alert(1))',
  '<https://example.com> and https://example.com',
  '[more][1]\n\n[1]: https://example.com',
  '&lt;b&gt; and \\*',
  '> quoted',
  '3 * 4 * 5',
  'snake_case_name and 2*3*4',
  'twice 2**3**4',
  'times a*b* c',
  'a *b * c',
  '#hashtag',
  '**open',
  '-5 degrees',
  '2026. ',
  '#',
  'Before\n\n###\n\nAfter',
  'Begins on\n12. Oktober',
])('leaves %j as it was written', (written) => {
  const { article, parts } = show(written)
  expect(new Set(parts.map(([tag]) => tag))).toEqual(new Set(['p']))
  expect(parts.map(([, text]) => text).join('\n\n')).toBe(written.trim())
  expect(article.querySelector('a, img, script, b, ol, ul')).toBeNull()
})

it.each([
  ['1. Ask\n\n2. Listen\n\n3. Write', [1, 2, 3]],
  ['1. Ask\n   the riders\n2. Listen\n   to them\n3) Write', [1, 2, 3]],
  ['7. Lucky\n7. Again', [7, 7]],
])('shows the list numbers as written in %j', async (text, numbers) => {
  renderView(<Markdown text={text} />)
  const items = await screen.findAllByRole<HTMLLIElement>('listitem')
  expect(items.map(({ value }) => Number(value))).toEqual(numbers)
})

it('formats a long text with several hundred emphases', () => {
  const { parts } = show('- **Label**: a sentence with *one* stressed word.\n'.repeat(240))
  for (const name of ['li', 'strong', 'em']) expect(parts.filter(([tag]) => tag === name)).toHaveLength(240)
})

it.each([
  ['lists in lists', `${'- '.repeat(5000)}x`],
  ['numbers in numbers', `${'1. '.repeat(5000)}x`],
  ['a long text', '- item *x*\n'.repeat(20_000)],
  ['stars', '*a '.repeat(6000)],
  ['emphasis in emphasis', `${'*'.repeat(9000)}a${'*'.repeat(9000)}`],
  ['emphasis that ends in another order', `${'*a _b '.repeat(1600)}${'c* d_ '.repeat(1600)}`],
  ['more emphasis than is formatted', `${'*a '.repeat(751)}${'b* '.repeat(750)}`],
])('leaves %s as written, as formatting takes too long', (_, text) => {
  expect(show(text).parts).toEqual([['p', text.trim()]])
})

it('formats emphasis up to its limit', () => {
  const emphasised = show(`${'*a '.repeat(750)}${'b* '.repeat(750)}`).parts.filter(([tag]) => tag === 'em')
  expect(emphasised).toHaveLength(750)
})
