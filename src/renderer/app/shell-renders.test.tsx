import { act, screen, waitFor } from '@testing-library/react'
import { useNavigate } from 'react-router'
import { expect, it, vi } from 'vitest'
import { renderView } from '../testing/render'
import { AppShell } from './AppShell'

const renders = vi.hoisted(() => ({ shell: 0 }))
// Rendered with the shell each time, as the mock is not memoised.
vi.mock('./LibraryWatch', () => ({
  LibraryWatch: () => {
    renders.shell += 1
    return null
  },
}))

it('renders once for a new address, and not again when the address is saved', async () => {
  let go: (to: string) => void = () => {}
  function Guide() {
    const navigate = useNavigate()
    go = (to) => void navigate(to)
    return null
  }
  const { bridge } = renderView(
    <>
      <Guide />
      <AppShell />
    </>,
    {
      route: '/activity',
      answers: {
        'shell.info': () => ({
          ...{ version: '1.0.0', electron: '25.1.1', platform: 'linux' },
          ...{ isFallbackRuntime: false, notices: [], isLibraryStopped: false },
        }),
        'insights.query': () => ({ rows: [], total: 0, all: 0, unseen: 0, left: 0 }),
      },
    },
  )
  await screen.findByRole('banner')
  const saved = (lastRoute: string) =>
    waitFor(() => expect(bridge.calls).toContainEqual({ name: 'preferences.save', input: { lastRoute } }))
  await saved('/activity')
  const before = renders.shell
  await act(async () => go('/activity?q=brakes'))
  await saved('/activity?q=brakes')
  await act(async () => {})
  expect(renders.shell).toBe(before + 1)
})
