import { act, render, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useViewCommand, useViewCommands } from './view-commands'

function Button({ label, run }: { readonly label: string | null; readonly run: () => void }) {
  useViewCommand(label === null ? null : { id: 'columns', of: 'view', label, alsoCalled: '', run })
  return null
}

it('offers the current command of a button for as long as the button is mounted', () => {
  const { result } = renderHook(() => useViewCommands())
  const [first, second] = [vi.fn(), vi.fn()]
  const { rerender, unmount } = render(<Button label="Columns…" run={first} />)
  expect(result.current.map(({ label }) => label)).toEqual(['Columns…'])
  rerender(<Button label="Columns…" run={second} />)
  act(() => result.current[0]?.run())
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledOnce()
  rerender(<Button label="All columns" run={second} />)
  expect(result.current.map(({ label }) => label)).toEqual(['All columns'])
  rerender(<Button label={null} run={second} />)
  expect(result.current).toEqual([])
  rerender(<Button label="Columns…" run={second} />)
  unmount()
  expect(result.current).toEqual([])
})
