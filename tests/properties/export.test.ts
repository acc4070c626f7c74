// Exported files, as read by other programs: a plain CSV reader (RFC 4180), JSON.parse and a Markdown parser.
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import { describe, expect } from 'vitest'
import type { ExportValue } from '../../src/contract/features/export-fields'
import { markdownText } from '../../src/contract/markdown-text'
import { type FormatField, formats } from '../../src/main/export/formats'
import { holds, roughText } from './holds'

/** Text with a meaning in Markdown or HTML. */
const markup = fc.constantFrom(
  ...[
    '[x](https://evil.example)',
    '![x](https://evil.example/i.png)',
    '<b>',
    '</b>',
    '<img src=x>',
    '`x`',
    '*x*',
    '__x__',
  ],
  ...['www.evil.example', 'http://evil.example', '&lt;', '| x |', '~~x~~', '<https://evil.example>', '- [ ] x'],
)
const text = fc
  .oneof(
    roughText(8),
    fc.tuple(roughText(2), markup, roughText(2)).map((parts) => parts.join('')),
  )
  .map((rough) => rough.toWellFormed())
const value: fc.Arbitrary<ExportValue> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
)
const table = fc.nat({ max: 4 }).chain((width) =>
  fc.tuple(
    fc
      .array(text, { minLength: width + 1, maxLength: width + 1 })
      .map((headings) => headings.map((heading, place): FormatField => ({ key: `f${place}`, heading }))),
    fc.array(fc.array(value, { minLength: width + 1, maxLength: width + 1 }), { maxLength: 4 }),
  ),
)
const title = {
  what: 'Insights',
  environment: 'Production',
  workspace: 'Research',
  exportedAt: '2025-06-01T12:00:00.000Z',
}

function fileOf(
  name: keyof typeof formats,
  fields: readonly FormatField[],
  rows: readonly (readonly ExportValue[])[],
): string {
  const { begin, row, end } = formats[name]
  return [begin(title, fields), ...rows.map((values, place) => row(values, fields, place === 0)), end()].join('')
}

/** RFC 4180, character by character: every cell is quoted or has no quote, comma or line break. */
function readCsv(file: string): string[][] {
  const rows: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  let row: string[] = []
  let at = 0
  while (at < file.length) {
    cell.lastIndex = at
    const found = cell.exec(file)
    if (found === null) throw new Error(`no cell at ${at}`)
    const [whole, quoted, plain, after] = found
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (after === '\r\n') {
      rows.push(row)
      row = []
    }
    at += whole.length
  }
  return rows
}

/** Whether a cell is the text with only apostrophes added, and a space after a separator at its end. */
function isGuarded(cell: string, plain: string): boolean {
  let at = 0
  for (const char of cell) {
    if (plain.startsWith(char, at)) at += char.length
    else if (char !== "'" && !(char === ' ' && at === plain.length && /[;\t\r\n]$/.test(plain))) return false
  }
  return at === plain.length
}

const readable = (one: ExportValue) => {
  if (typeof one === 'boolean') return one ? 'Yes' : 'No'
  if (one === null) return ''
  return Array.isArray(one) ? one.join('; ') : String(one)
}

describe('CSV', () => {
  holds(
    'is read back as the written texts, with only apostrophes, and a space at the end, added',
    [table],
    ([fields, rows]) => {
      const file = fileOf('csv', fields, rows)
      expect(file.startsWith('\ufeff')).toBe(true)
      const [headings = [], ...cells] = readCsv(file.slice(1))
      expect(headings.filter((cell, place) => !isGuarded(cell, fields[place]?.heading ?? ''))).toEqual([])
      expect(cells.map((row) => row.length)).toEqual(rows.map((row) => row.length))
      for (const [at, row] of rows.entries()) {
        for (const [place, one] of row.entries()) {
          const cell = cells[at]?.[place] ?? ''
          const plain = readable(one)
          expect(isGuarded(cell, plain)).toBe(true)
          if (typeof one === 'number' || !/[=+\-@＝＋－＠\t\r\n]|;$/u.test(plain.normalize('NFKC')))
            expect(cell).toBe(plain)
        }
      }
    },
  )

  /** Cuts as a spreadsheet with another separator does: a quote counts only at the beginning of a cell. */
  function cellsBy(separator: string, file: string): string[] {
    const cells: string[] = []
    let cell = ''
    let state: 'start' | 'quoted' | 'plain' = 'start'
    for (let at = 0; at < file.length; at += 1) {
      const char = file[at] ?? ''
      if (state === 'quoted') {
        if (char !== '"') cell += char
        else if (file[at + 1] === '"') {
          cell += char
          at += 1
        } else state = 'plain'
      } else if (state === 'start' && char === '"') state = 'quoted'
      else if (char === separator || char === '\n' || char === '\r') {
        cells.push(cell)
        cell = ''
        state = 'start'
      } else {
        cell += char
        state = 'plain'
      }
    }
    return [...cells, cell]
  }

  holds(
    'has no formula in any cell, whatever the separator',
    [table, fc.constantFrom(',', ';', '\t')],
    ([fields, rows], separator) => {
      const texts = rows.map((row) => row.map((one) => (typeof one === 'number' ? null : one)))
      const cells = cellsBy(separator, fileOf('csv', fields, texts).slice(1))
      // List items stay: spreadsheets read "- brakes" as text.
      expect(cells.filter((cell) => /^\s*[=@＝＠＋－]/u.test(cell) || /^\s*[+-](?!\s|[+-]*\s)/.test(cell))).toEqual([])
    },
  )
})

describe('JSON', () => {
  holds('is read back as the written values', [table], ([fields, rows]) => {
    const file = JSON.parse(fileOf('json', fields, rows))
    const items = rows.map((row) => Object.fromEntries(row.map((one, place) => [fields[place]?.key ?? '', one])))
    expect(file).toEqual(JSON.parse(JSON.stringify({ ...title, items })))
  })
})

describe('Markdown', () => {
  const decode = (html: string) =>
    html
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')

  holds('shows a text as it is: no element, no link, nothing lost', [text], (one) => {
    // Within a line, as in a cell.
    expect(markdownText(one)).not.toMatch(/<(?!br>)|>(?<!<br>)/)
    const html = renderToStaticMarkup(createElement(Markdown, null, `a ${markdownText(one)} z`))
    const shown = one.trim().replace(/\r\n|[\r\n\u2028\u2029\v\f]/g, '<br>')
    expect(html.slice(0, 3)).toBe('<p>')
    expect(html.slice(3, -4)).not.toMatch(/<|javascript:/)
    // NUL cannot be in a Markdown text.
    expect(decode(html.slice(3, -4))).toBe(`a ${shown} z`.replaceAll('\0', '\ufffd'))
  })

  holds('has a line for each row, and a cell for each field', [table], ([fields, rows]) => {
    const lines = fileOf('markdown', fields, rows).split('\n').slice(4, -1)
    expect(lines).toHaveLength(rows.length + 2)
    for (const line of lines) expect(line.replace(/\\./gs, '').split('|')).toHaveLength(fields.length + 2)
  })
})
