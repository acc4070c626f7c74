import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { countColumn, dateColumn, RecordTitle, wordColumn } from './cell-columns'
import { HiddenMark, longestShown, rowName } from './MaskedText'

const shown = (cell: ReactNode) => render(cell).container.firstElementChild as HTMLElement

it('shows a count more quietly when it is zero', () => {
  const { cell } = countColumn<number>({ id: 'insights', heading: 'Insights', width: 80, value: (row) => row })
  const [some, zero] = [shown(cell(1200)), shown(cell(0))]
  expect(some).toHaveTextContent('1,200')
  expect(some).toHaveAttribute('data-some')
  expect(zero).toHaveTextContent('0')
  expect(zero).not.toHaveAttribute('data-some')
})

it('says when there is no date or word', () => {
  const date = dateColumn<string | null>({ id: 'createdAt', heading: 'Created', at: (row) => row })
  const word = wordColumn<string | null>({ id: 'source', heading: 'Source', width: 80, word: (row) => row })
  expect(shown(date.cell(null))).toHaveTextContent('none')
  expect(shown(word.cell(null))).toHaveTextContent('none')
  expect(shown(word.cell(null))).not.toHaveAttribute('title')
})

it('has the whole word in the tooltip, unless it is longer than any screen shows', () => {
  const { cell } = wordColumn<string>({ id: 'source', heading: 'Source', width: 80, word: (row) => row })
  expect(shown(cell('Survey'))).toHaveAttribute('title', 'Survey')
  expect(shown(cell('x'.repeat(longestShown + 1)))).toHaveAttribute('title', 'x'.repeat(longestShown))
})

it('says in a tooltip why content is hidden', () => {
  const row = { id: 'a', title: 'A secret', summary: '', hideContent: true }
  const revealed = { isRevealed: () => false, onReveal: () => {}, onHide: () => {} }
  for (const mark of [<RecordTitle key="list" row={row} {...revealed} />, <HiddenMark key="elsewhere" />]) {
    const { getByTitle, unmount } = render(mark)
    expect(getByTitle('Marked as sensitive')).toHaveTextContent(/^Hidden content$/)
    unmount()
  }
})

it('cuts a title that is longer than any screen shows, also where the row itself is not seen', () => {
  const row = { id: 'a', title: 'x'.repeat(longestShown + 1), summary: '', hideContent: false }
  const revealed = { isRevealed: () => false, onReveal: () => {}, onHide: () => {} }
  const cell = shown(<RecordTitle row={row} {...revealed} />)
  expect(cell).toHaveTextContent(/^x{300}$/)
  expect(cell.querySelector('[title]')).toHaveAttribute('title', 'x'.repeat(longestShown))
  expect(rowName(row, revealed)).toBe('x'.repeat(longestShown))
})

it('leaves room for marks beside a title only if there are some', () => {
  const row = { id: 'a', title: 'Brakes', summary: '', hideContent: false }
  const title = (mark?: string) =>
    shown(<RecordTitle row={row} mark={mark} isRevealed={() => false} onReveal={() => {}} />).firstElementChild
  expect(title('Reviewed')).toHaveAttribute('data-marked')
  expect(title()).not.toHaveAttribute('data-marked')
})
