import { describe, expect, test } from 'vitest'
import type { ExportValue } from '../../contract/features/export-fields'
import { markdownText } from '../../contract/markdown-text'
import { csvCell, type FormatField, formats } from './formats'

const fields: readonly FormatField[] = [
  { key: 'title', heading: 'Title' },
  { key: 'score', heading: 'Score' },
  { key: 'updatedAt', heading: 'Updated', isTime: true },
]
const title = {
  what: 'Insights',
  environment: 'Production',
  workspace: 'Research',
  exportedAt: new Date(2025, 5, 1, 12).toISOString(),
}

function fileOf(name: keyof typeof formats, rows: readonly (readonly ExportValue[])[], of = fields): string {
  const { begin, row, end } = formats[name]
  return [begin(title, of), ...rows.map((values, place) => row(values, of, place === 0)), end()].join('')
}

/**
 * Reads CSV as spreadsheets do: quotes count only where a cell begins with one; text after its closing quote is taken
 * as it stands.
 */
function cellsOf(text: string, separator: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let cell = ''
  let state: 'start' | 'quoted' | 'plain' = 'start'
  const endCell = () => {
    line.push(cell)
    cell = ''
    state = 'start'
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (state === 'quoted') {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else state = 'plain'
    } else if (state === 'start' && character === '"') state = 'quoted'
    else if (character === separator) endCell()
    else if (character === '\n') {
      endCell()
      lines.push(line)
      line = []
    } else if (character !== '\r' || text[at + 1] !== '\n') {
      cell += character
      state = 'plain'
    }
  }
  if (cell !== '' || line.length > 0) lines.push([...line, cell])
  return lines
}

/** Random numbers that are the same at every run. */
function createRandom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const pieces = [
  '=1+1',
  '+',
  '-',
  '@SUM(A1)',
  '\t',
  '\r',
  '\n',
  '\r\n',
  ';',
  ',',
  '"',
  '""',
  "'",
  ' ',
  '|',
  '\\',
  'ä',
  '😀',
]
const morePieces = [
  '＝1',
  '- item',
  'x',
  '0',
  '-5',
  '=HYPERLINK("https://evil.example")',
  "=cmd|'/C calc'!A0",
  "'[b.xls]c'!A1",
  "'b.ods'#$c.A1",
  '\n- 1&',
  '\u2028',
]

function generatedTexts(seed: number): string[] {
  const below = createRandom(seed)
  const all = [...pieces, ...morePieces]
  return Array.from({ length: 4_000 }, () =>
    Array.from({ length: below(7) }, () => all[below(all.length)] ?? '').join(''),
  )
}

describe('csv', () => {
  test.each([
    ['=1+1', `"'=1+1"`],
    ['=HYPERLINK("https://example.com","x")', `"'=HYPERLINK(""https://example.com"",""x"")"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ['\nx', `"'\nx"`],
    ['  =1', `"'  =1"`],
    ['＝1+1', `"'＝1+1"`],
    ['＋1', `"'＋1"`],
    ['－1', `"'－1"`],
    ['＠SUM(A1)', `"'＠SUM(A1)"`],
    ['x;=HYPERLINK("a")', `"x;'=HYPERLINK(""a"")"`],
    ['x; =1', `"x; '=1"`],
    ['x;"=1', `"x;""'=1"`],
    ['x\t=1', `"x\t'=1"`],
    ['x\n-1+cmd', `"x\n'-1+cmd"`],
    ['x\n- brakes\n- lights', '"x\n- brakes\n- lights"'],
    ['x\n- brake & light\n- 2.', '"x\n- brake & light\n- 2."'],
    ['x\n- Who? Why?', '"x\n- Who? Why?"'],
    ['x\n- [ ] todo\n- done', '"x\n- [ ] todo\n- done"'],
    ['x\n- [b', `"x\n'- [b"`],
    ['x\n- 1&', `"x\n'- 1&"`],
    ['x\n- 1& ', `"x\n'- 1& "`],
    ["x\n- 'a", `"x\n'- 'a"`],
    ['x\n- "a', `"x\n'- ""a"`],
    ['x\n- 1;y', `"x\n'- 1;y"`],
    ['x\n- 1\ty', `"x\n'- 1\ty"`],
    ['x\n--1+cmd', `"x\n'--1+cmd"`],
    ["x\n- 1+cmd|' /C calc'!A0", `"x\n'- 1+cmd|' /C calc'!A0"`],
    ["x\n- '\\\\evil.example\\a\\[b.xls]c'!A1", `"x\n'- '\\\\evil.example\\a\\[b.xls]c'!A1"`],
    ["x\n- 'https://evil.example/a.ods'#$b.A1", `"x\n'- 'https://evil.example/a.ods'#$b.A1"`],
    ["x\n- １＋ｃｍｄ｜'/C calc'！A0\ny", `"x\n'- １＋ｃｍｄ｜'/C calc'！A0\ny"`],
    ['x;＋ 1', `"x;'＋ 1"`],
    ['x\n－ a\ny', `"x\n'－ a\ny"`],
    ['x\n- HYPERLINK（"a"）\ny', `"x\n'- HYPERLINK（""a""）\ny"`],
    ['\u200b=1', `"'\u200b=1"`],
    ['x;\u0000=1', `"x;'\u0000=1"`],
    ['x\n', '"x\n "'],
    ['x;', '"x; "'],
    ['a=1', '"a=1"'],
    ['', '""'],
    ['say "hi", twice', '"say ""hi"", twice"'],
    ['two\r\nlines', '"two\r\nlines"'],
  ])('writes %j as a text cell', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })

  test('has a byte order mark, the table’s headings and CRLF line endings, and keeps numbers as numbers', () => {
    const lines = fileOf('csv', [
      ['Käse', -0.5, new Date(2025, 0, 2, 3, 4, 5, 678).toISOString()],
      ['', null, 'not a time'],
    ]).split('\r\n')
    expect(lines[0]).toBe('\uFEFF"Title","Score","Updated"')
    expect(lines[1]).toBe('"Käse",-0.5,"2025-01-02 03:04:05"')
    expect(lines.slice(2)).toEqual(['"","","not a time"', ''])
  })

  test('writes a list and a flag as words, and null as an empty cell', () => {
    const three = ['a', 'b', 'c'].map((id) => ({ key: id, heading: id }))
    expect(fileOf('csv', [[['=x', 'y'], true, null]], three)).toContain(`"'=x; y","Yes",""`)
  })

  test('reads back as the same cells apart from apostrophes and a space at the end, whatever the text', () => {
    const texts = generatedTexts(1)
    const rows = texts.map((text, place) => [text, place, texts.at(-place - 1) ?? ''])
    const [, ...lines] = cellsOf(
      fileOf(
        'csv',
        rows,
        fields.map(({ key, heading }) => ({ key, heading })),
      ),
      ',',
    )
    expect(lines).toHaveLength(rows.length)
    const withoutMark = (text: string) => text.replaceAll("'", '').replace(/([;\t\r\n]) $/, '$1')
    for (const [place, [first, number, last]] of lines.entries()) {
      expect(withoutMark(first ?? '')).toBe(withoutMark(texts[place] ?? ''))
      expect(number).toBe(String(place))
      expect(withoutMark(last ?? '')).toBe(withoutMark(texts.at(-place - 1) ?? ''))
    }
  })

  test.each([',', ';', '\t'])(
    'has no formula for a spreadsheet that separates by %j, whatever the text',
    (separator) => {
      const texts = generatedTexts(2)
      const rows = texts.map((text, place) =>
        place % 2 === 0 ? [text, 1, texts.at(-place - 1) ?? ''] : [-1, text, texts.at(-place - 1) ?? ''],
      )
      const cells = cellsOf(
        fileOf(
          'csv',
          rows,
          fields.map(({ key, heading }) => ({ key, heading })),
        ),
        separator,
      ).flat()
      // With a separator other than the comma, a cell may go on into the next columns, joined by an operator or a quote.
      const isListItem = (cell: string) => {
        const [own = '', ...next] = cell.split(/",(?:1,)?"/)
        return /^\s*[+-]+\s[^|(!#]*$/.test(own) && (next.length === 0 || /[\p{L}\p{N}.?%…’”]$/u.test(own))
      }
      // The number of the first column; no operator can follow it, as the next column begins with a quote.
      const isNumber = (cell: string) => /^-1(,"|$)/.test(cell)
      const formulas = cells.filter(
        (cell) => /^[\s\p{Cc}\p{Cf}]*[=@+\-＝＠＋－]/u.test(cell) && !isListItem(cell) && !isNumber(cell),
      )
      expect(formulas).toEqual([])
    },
  )
})

describe('json', () => {
  test('is one object with the list, environment, workspace, export time and items', () => {
    const text = fileOf('json', [
      ['"quoted"\u2028 line', 1.5, '2025-01-02T03:04:05Z'],
      ['=1', null, 'not a time'],
    ])
    expect(JSON.parse(text)).toEqual({
      ...title,
      items: [
        { title: '"quoted"\u2028 line', score: 1.5, updatedAt: '2025-01-02T03:04:05.000Z' },
        { title: '=1', score: null, updatedAt: 'not a time' },
      ],
    })
    expect(text).toContain('\n      "title": "=1"')
  })

  test('is valid without rows', () => {
    expect(JSON.parse(fileOf('json', []))).toEqual({ ...title, items: [] })
  })

  test('nests valid JSON, and keeps other text as it is', () => {
    const body = [{ key: 'body', heading: 'Body', isJson: true }]
    expect(JSON.parse(fileOf('json', [['{"a":[1]}'], ['{ broken'], [null]], body)).items).toEqual([
      { body: { a: [1] } },
      { body: '{ broken' },
      { body: null },
    ])
  })
})

describe('markdown', () => {
  test.each([
    ['a | b', 'a \\| b'],
    ['two\r\nlines\nand more', 'two<br>lines<br>and more'],
    ['`code` and ```', '\\`code\\` and \\`\\`\\`'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['[click](javascript:alert(1))', '\\[click\\](javascript:alert(1))'],
    ['![x](https://evil.example)', '\\!\\[x\\](https\\://evil.example)'],
    ['https://evil.example', 'https\\://evil.example'],
    ['www.evil.example', 'www\\.evil.example'],
    ['me@evil.example', 'me\\@evil.example'],
    ['&lt;b&gt;', '&amp;lt;b&amp;gt;'],
    ['back\\slash |', 'back\\\\slash \\|'],
    ['*bold* _it_ ~~no~~ # x', '\\*bold\\* \\_it\\_ \\~\\~no\\~\\~ \\# x'],
  ])('escapes %j to plain text', (text, escaped) => {
    expect(markdownText(text)).toBe(escaped)
  })

  test('is a table headed by the list, workspace, environment and export time', () => {
    const lines = fileOf('markdown', [['a | b', -0.5, '']]).split('\n')
    expect(lines[0]).toBe('# Insights')
    expect(lines[2]).toBe('Research · Production · exported 2025-06-01 12:00:00')
    expect(lines.slice(4)).toEqual(['| Title | Score | Updated |', '| --- | --- | --- |', '| a \\| b | -0.5 |  |', ''])
  })

  test('rounds numbers as on screen, while CSV and JSON keep full precision', () => {
    const figures = (['points', 'score', 'signed', 'share'] as const).map((figure) => ({
      ...{ key: figure, heading: figure, figure },
    }))
    const values = [95.1979, 0.3534, -0.3534, 0.4167]
    expect(fileOf('markdown', [values, [null, null, null, null]], figures)).toContain(
      '\n| 95.2 | 0.35 | −0.35 | 42% |\n|  |  |  |  |\n',
    )
    expect(fileOf('csv', [values], figures)).toContain('\n95.1979,0.3534,-0.3534,0.4167\r\n')
    expect(JSON.parse(fileOf('json', [values], figures)).items).toEqual([
      { points: 95.1979, score: 0.3534, signed: -0.3534, share: 0.4167 },
    ])
  })

  test('has one line per row with the same number of cells, whatever the text', () => {
    const texts = generatedTexts(3)
    const lines = fileOf(
      'markdown',
      texts.map((text) => [text, 1, text]),
    )
      .trimEnd()
      .split('\n')
      .slice(6)
    expect(lines).toHaveLength(texts.length)
    const cells = (line: string) => line.replaceAll(/\\./g, '').split('|').length
    expect(new Set(lines.map(cells))).toEqual(new Set([5]))
  })
})
