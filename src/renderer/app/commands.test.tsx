import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderView } from '../testing/render'
import { useKey } from '../ui/keys'
import { useAppCommands } from './commands'

function Search({ onSearch }: { readonly onSearch: () => void }) {
  useKey('/', onSearch)
  return null
}

it.each([
  ['the search of the view', true, true, [1, 0]],
  ['the palette, which finds everything, in a view without a search', true, false, [0, 1]],
  ['nothing while no workspace is open', false, false, [0, 0]],
] as const)('searches with %s', async (_, hasWorkspace, hasSearch, expected) => {
  const [onSearch, openPalette] = [vi.fn(), vi.fn()]
  function View() {
    const { searchHere } = useAppCommands({ showKeys: () => {}, openPalette }, hasWorkspace)
    return (
      <button type="button" onClick={searchHere}>
        Search
      </button>
    )
  }
  renderView(
    <>
      <View />
      {hasSearch && <Search onSearch={onSearch} />}
    </>,
  )
  ;(await screen.findByRole('button', { name: 'Search' })).click()
  expect([onSearch, openPalette].map(({ mock }) => mock.calls.length)).toEqual(expected)
})
