import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderView } from '../../testing/render'
import { VirtualTable } from './VirtualTable'

const rows = Array.from({ length: 100 }, (_, index) => ({ id: `row-${index}` }))
const held = {
  key: 'all',
  counts: { total: rows.length },
  rowAt: (index: number) => rows[index],
  indexOf: (id: string) => rows.findIndex((row) => row.id === id),
}
const nothing = () => {}
const selection = {
  ...{ size: 0, isSelected: () => false },
  ...{ toggle: nothing, extend: nothing, selectTo: nothing, selectAll: nothing },
}

/** Opens a table in a layout with this height, which reports changes only when the test says so. */
function openTable(heightAtFirst: number) {
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
  renderView(
    <VirtualTable
      label="Things"
      columns={[{ id: 'name', heading: 'Name', defaultDirection: 'ascending', isPrimary: true, cell: ({ id }) => id }]}
      sort={{ column: 'name', direction: 'ascending' }}
      onSort={nothing}
      rows={held}
      nameOf={({ id }) => id}
      selection={selection}
      widths={{}}
      onWidth={nothing}
      rowHeight={36}
      activeIndex={0}
      onActivate={nothing}
      onOpen={nothing}
      openId={null}
      isReturning={false}
      markedId={null}
      onRange={nothing}
    />,
    {},
  )
  return {
    resize: (next: number) => {
      height = next
      act(() => {
        for (const report of observers) report()
      })
    },
  }
}

const rowCount = () => document.querySelectorAll('tbody tr').length

it.each([0, 400])('renders its rows once it has a height, starting at %i pixels', async (height) => {
  const { resize } = openTable(height)
  expect(await screen.findByRole('table', { name: 'Things' })).toBeInTheDocument()
  resize(0)
  resize(400)
  expect(rowCount()).toBeGreaterThan(8)
})
