// Shared parts of the tests of lists: a table that believes it has a size, the address, and the pushes of main.
import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { Address } from '../testing/Address'
import { type RenderOptions, renderView } from '../testing/render'

/** Tests have no layout, so the table is told how much of it is seen: about seven rows. For `beforeEach`. */
export function giveSize() {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  return () => {
    vi.restoreAllMocks()
  }
}

/** @param options.path route of the view with `/:id?`. */
export function renderList(view: ReactNode, options: RenderOptions & { readonly path: string }) {
  return renderView(
    <>
      {view}
      <Address />
    </>,
    { route: options.path.replace('/:id?', ''), ...options },
  )
}

export const address = () => screen.getByLabelText('Address').textContent

/** The table with its first rows, which come a moment later: it measures itself first. */
export async function tableOf(name: string) {
  await waitFor(() => expect(document.querySelector('tbody tr')).toBeInTheDocument())
  return screen.getByRole('table', { name })
}

export function rowOf(title: string) {
  // A search marks parts of a title, which divides its text.
  const named = [...screen.queryAllByText(title), ...screen.queryAllByTitle(title)]
  const row = named.flatMap((node) => node.closest('tr') ?? [])[0]
  if (row === undefined) throw new Error(`No row is called ${title}.`)
  return row
}
