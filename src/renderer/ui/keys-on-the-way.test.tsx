import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, Outlet, RouterProvider, useNavigate } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { watchRouter } from '../app/router-now'
import { useKey, useKeyListener, useKeysHeldWhile } from './keys'

afterEach(() => watchRouter(null))

it('gives the keys after "g k" to the view that comes, when its rows are there', async () => {
  const heard: string[] = []
  let load = () => {}
  let read = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  function Frame() {
    const navigate = useNavigate()
    useKeyListener(true)
    useKey('g k', () => void navigate('/new'))
    return <Outlet />
  }
  function Old() {
    useKey('j', () => heard.push('old'))
    return <p>Old</p>
  }
  function New() {
    const [isReading, setIsReading] = useState(true)
    read = () => setIsReading(false)
    useKeysHeldWhile(isReading)
    useKey('j', () => heard.push(isReading ? 'too early' : 'new'))
    return <p>New</p>
  }
  const children = [
    { path: '/', element: <Old /> },
    { path: '/new', lazy: () => loaded.then(() => ({ Component: New })) },
  ]
  const router = createMemoryRouter([{ element: <Frame />, children }])
  watchRouter(router)
  render(<RouterProvider router={router} />)
  await userEvent.keyboard('jgkjj')
  expect(heard).toEqual(['old'])
  await act(async () => load())
  await screen.findByText('New')
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(heard).toEqual(['old'])
  act(() => read())
  await waitFor(() => expect(heard).toEqual(['old', 'new', 'new']))
  await userEvent.keyboard('j')
  expect(heard).toHaveLength(4)
})
