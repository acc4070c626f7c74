import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderView } from '../../testing/render'
import { VirtualTable, type VirtualTableHandle, type VirtualTableProps } from './VirtualTable'

type Props = VirtualTableProps<{ readonly id: string }>

const rows = Array.from({ length: 100 }, (_, index) => ({ id: `row-${index}` }))
const held = {
  key: 'all',
  counts: { total: rows.length },
  rowAt: (index: number) => rows[index],
  indexOf: (id: string) => rows.findIndex((row) => row.id === id),
}
const nothing = () => {}
const columns: Props['columns'] = [
  { id: 'name', heading: 'Name', defaultDirection: 'ascending', isPrimary: true, cell: ({ id }) => id },
]
const score = {
  ...{ id: 'score', heading: 'Score', width: 100, cell: () => '' },
  defaultDirection: 'descending',
} as const satisfies Props['columns'][number]
const noWidths = {}
const selection = {
  ...{ size: 0, isSelected: () => false },
  ...{ toggle: nothing, extend: nothing, selectTo: nothing, selectAll: nothing },
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Opens a table in a layout with this height, which reports changes only when the test says so. */
function openTable(heightAtFirst: number, props: Partial<Props> = {}) {
  let height = heightAtFirst
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => height)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  const observers = new Set<() => void>()
  class Observer implements ResizeObserver {
    readonly #report: () => void
    constructor(callback: ResizeObserverCallback) {
      this.#report = () => callback([], this)
    }
    observe() {
      observers.add(this.#report)
    }
    unobserve() {
      observers.delete(this.#report)
    }
    disconnect() {
      observers.delete(this.#report)
    }
  }
  vi.stubGlobal('ResizeObserver', Observer)
  let change: (changes: Partial<Props>) => void = nothing
  function Table() {
    const [changes, setChanges] = useState(props)
    change = setChanges
    return (
      <VirtualTable
        label="Things"
        columns={columns}
        sort={{ column: 'name', direction: 'ascending' }}
        onSort={nothing}
        rows={held}
        nameOf={({ id }) => id}
        selection={selection}
        widths={noWidths}
        onWidth={nothing}
        rowHeight={36}
        activeIndex={0}
        onActivate={nothing}
        onOpen={nothing}
        openId={null}
        isReturning={false}
        markedId={null}
        onRange={nothing}
        {...changes}
      />
    )
  }
  renderView(<Table />)
  return {
    change: (changes: Partial<Props>) => act(() => change(changes)),
    resize: (next: number) => {
      height = next
      act(() => {
        for (const report of observers) report()
      })
    },
  }
}

const rowOf = (index: number) => document.querySelector<HTMLElement>(`[data-index="${index}"]`) as HTMLElement
const rowCount = () => document.querySelectorAll('tbody tr').length

it.each([0, 400])('renders its rows once it has a height, starting at %i pixels', async (height) => {
  const { resize } = openTable(height)
  expect(await screen.findByRole('table', { name: 'Things' })).toBeInTheDocument()
  resize(0)
  resize(400)
  expect(rowCount()).toBeGreaterThan(8)
})

it.each<[string, Partial<Props>, string[]]>([
  ['its rows get another height', { rowHeight: 28 }, ['0px', '28px', '56px']],
  ['its groups change', { headings: { starts: [0, 2], of: () => '' } }, ['34px', '70px', '140px']],
])('moves its rows to their new places when %s', async (_, changes, places) => {
  const { change } = openTable(400)
  await screen.findByRole('table', { name: 'Things' })
  const starts = () => [0, 1, 2].map((index) => /translateY\((.*)\)/.exec(rowOf(index).style.transform)?.[1])
  expect(starts()).toEqual(['0px', '36px', '72px'])
  change(changes)
  expect(starts()).toEqual(places)
})

it('gives up the columns that do not fit when it becomes narrow, and shows them again when it is wide', async () => {
  const { resize } = openTable(400, { columns: [...columns, { ...score, hideBelow: 300 }] })
  const heading = () => screen.queryByRole('columnheader', { name: 'Score' })
  await screen.findByRole('table', { name: 'Things' })
  expect(heading()).toBeInTheDocument()
  const table = screen.getByRole('table')
  for (const mark of ['data-narrow', 'data-tight']) expect(table).not.toHaveAttribute(mark)
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(320)
  resize(400)
  expect(heading()).not.toBeInTheDocument()
  for (const mark of ['data-narrow', 'data-tight']) expect(table).toHaveAttribute(mark)
  width.mockReturnValue(1200)
  resize(400)
  expect(heading()).toBeInTheDocument()
})

it.each([
  ['beyond its end', 50],
  ['just after its last row', 3],
])('shows the rows that are left of a list that became shorter, with its active row %s', async (_, activeIndex) => {
  const { change } = openTable(400, { activeIndex: 50 })
  await screen.findByRole('table', { name: 'Things' })
  // Rows are read out in the order in which they are in the page.
  expect([...document.querySelectorAll('tbody tr')].at(-1)).toBe(rowOf(50))
  change({ activeIndex, rows: { ...held, counts: { total: 3 } } })
  expect(rowCount()).toBe(3)
})

it('marks each row that is selected, just arrived, open or still being read, and the table while any is selected', async () => {
  const { change } = openTable(400)
  const table = await screen.findByRole('table', { name: 'Things' })
  const marks = ['data-selected', 'data-marked', 'aria-current', 'aria-busy']
  const marked = () =>
    marks.map((mark) => Array.from(table.querySelectorAll(`tr[${mark}]`), (row) => row.getAttribute('data-index')))
  expect(marked()).toEqual([[], [], [], []])
  expect(table).not.toHaveAttribute('data-selecting')
  change({
    selection: { ...selection, size: 1, isSelected: (id) => id === 'row-1' },
    ...{ markedId: 'row-2', openId: 'row-3' },
    rows: { ...held, rowAt: (index) => (index === 4 ? undefined : rows[index]) },
  })
  expect(marked()).toEqual([['1'], ['2'], ['3'], ['4']])
  expect(table).toHaveAttribute('data-selecting')
  // A row that is not there yet cannot be selected.
  expect(within(rowOf(4)).queryByRole('checkbox')).not.toBeInTheDocument()
  expect(within(rowOf(3)).getByRole('checkbox', { name: 'Select row-3' })).toBeInTheDocument()
})

it.each([
  ['below the table', 380, 452, 52],
  ['just above its end', 328, 400, null],
])(
  'scrolls by the hidden part of the focused row when it is uncovered: a row that ends %s',
  async (_, top, bottom, by) => {
    const ref = createRef<VirtualTableHandle>()
    openTable(400, { ref })
    await screen.findByRole('table', { name: 'Things' })
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return this.tagName === 'TR' ? new DOMRect(0, top, 800, bottom - top) : new DOMRect(0, 0, 800, 400)
    })
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollBy')
    act(() => ref.current?.uncoverFocus())
    expect(scrolled).not.toHaveBeenCalled()
    rowOf(3).focus()
    act(() => ref.current?.uncoverFocus())
    expect(scrolled.mock.calls).toEqual(by === null ? [] : [[{ top: by }]])
  },
)

it('leaves keys with Ctrl, Alt or ⌘, and those of a control in a row, alone', async () => {
  const onActivate = vi.fn()
  const onOpen = vi.fn()
  openTable(400, { activeIndex: 3, onActivate, onOpen })
  await screen.findByRole('table', { name: 'Things' })
  rowOf(3).focus()
  for (const key of ['Control', 'Alt', 'Meta']) await userEvent.keyboard(`{${key}>}{ArrowDown}{End}{Enter}{/${key}}`)
  within(rowOf(3)).getByRole('checkbox').focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onActivate).not.toHaveBeenCalled()
  expect(onOpen).not.toHaveBeenCalled()
  rowOf(3).focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onActivate.mock.calls).toEqual([[4]])
  expect(onOpen.mock.calls).toEqual([[3, 'keyboard']])
})

it('shows a circle as a heading without text, and the direction of the order in the heading that sorts', async () => {
  const seen = { ...score, id: 'seen', heading: 'Unseen', width: 16, hasHiddenHeading: true }
  const { change } = openTable(400, { columns: [seen, ...columns] })
  const table = await screen.findByRole('table', { name: 'Things' })
  const button = (name: string) => within(table).getByRole('button', { name })
  const drawn = (name: string) => button(name).querySelector('[aria-hidden]')
  expect(button('Unseen')).toHaveAttribute('title', 'Unseen')
  expect(drawn('Unseen')?.tagName).toBe('SPAN')
  expect(drawn('Name')).toHaveClass('tabler-icon-arrow-up')
  change({ columns: [seen, ...columns], sort: { column: 'seen', direction: 'descending' } })
  expect(drawn('Unseen')).toHaveClass('tabler-icon-arrow-down')
  expect(drawn('Name')).toBeNull()
})

it.each([
  ['left', [score, ...columns], 140],
  ['right', [...columns, score], 60],
])('resizes a column %s of the title by the edge that is nearer to the title', async (_, given, width) => {
  HTMLElement.prototype.setPointerCapture ??= () => {}
  const onWidth = vi.fn()
  openTable(400, { columns: given, onWidth })
  await screen.findByRole('table', { name: 'Things' })
  const edge = document.querySelector('[data-edge="score"]') as Element
  fireEvent.pointerDown(edge, { button: 0, clientX: 500, pointerId: 1 })
  fireEvent.pointerMove(edge, { buttons: 1, clientX: 540, pointerId: 1 })
  fireEvent.pointerUp(edge, { clientX: 540, pointerId: 1 })
  expect(onWidth.mock.calls).toEqual([['score', width]])
})

/** Has the places in CSS pixels that something was scrolled to. */
function recordScrolls() {
  const tops: (number | undefined)[] = []
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100_000)
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation((...asked: unknown[]) => {
    tops.push((asked[0] as ScrollToOptions).top)
  })
  return tops
}

it('scrolls a row that it moves to above the end of the table, whose beginning is below the heading', async () => {
  const ref = createRef<VirtualTableHandle>()
  openTable(400, { ref })
  await screen.findByRole('table', { name: 'Things' })
  const tops = recordScrolls()
  act(() => ref.current?.scrollToRow(20))
  expect(tops).toEqual([21 * 36 - (400 - 32)])
})

it('brings the active row on screen before its menu is opened by key, below the row', async () => {
  openTable(400, { activeIndex: 50 })
  await screen.findByRole('table', { name: 'Things' })
  const tops = recordScrolls()
  vi.spyOn(rowOf(50), 'getBoundingClientRect').mockReturnValue(new DOMRect(200, 300, 800, 36))
  const asked: (readonly number[])[] = []
  rowOf(50).addEventListener('contextmenu', ({ clientX, clientY }) => asked.push([clientX, clientY]))
  rowOf(50).focus()
  await userEvent.keyboard('{ContextMenu}')
  expect(tops).toEqual([51 * 36 - (400 - 32)])
  expect(asked).toEqual([[232, 336]])
})
