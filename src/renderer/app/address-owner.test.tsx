import { act, render, screen } from '@testing-library/react'
import { createContext, useContext } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { useIsAddressOfAnother } from './address-owner'

const Place = createContext('')

function Probe() {
  const { pathname } = useLocation()
  const isOfAnother = useIsAddressOfAnother(useContext(Place))
  return <output>{`${pathname} ${isOfAnother ? 'of another' : 'of this one'}`}</output>
}

it('knows an address as that of the workspace it was first shown in, also when the Back key leads to it', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Probe /> }], { initialEntries: ['/goals/1'] })
  const at = (place: string) => (
    <Place value={place}>
      <RouterProvider router={router} useTransitions={false} />
    </Place>
  )
  const { rerender } = render(at('one'))
  const shown = () => screen.getByRole('status').textContent
  expect(shown()).toBe('/goals/1 of this one')
  await act(() => router.navigate('/goals/2'))
  expect(shown()).toBe('/goals/2 of this one')
  rerender(at('two'))
  expect(shown()).toBe('/goals/2 of another')
  await act(() => router.navigate('/goals'))
  expect(shown()).toBe('/goals of this one')
  await act(() => router.navigate(-1))
  expect(shown()).toBe('/goals/2 of another')
  rerender(at('one'))
  expect(shown()).toBe('/goals/2 of this one')
})
