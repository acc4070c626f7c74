import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Preferences } from '../../contract/features/preferences'
import { renderView } from '../testing/render'
import { usePreference, useSavePreferences } from './preferences'

it('renders again when the preference that it reads is saved, and for no other', async () => {
  const renders = { density: 0, lastRoute: 0 }
  let save: ReturnType<typeof useSavePreferences> = () => {}

  function Density() {
    renders.density += 1
    return <p>{usePreference('density')}</p>
  }
  function LastRoute() {
    renders.lastRoute += 1
    return <p>{usePreference('lastRoute')}</p>
  }
  function Saver() {
    save = useSavePreferences()
    return null
  }
  renderView(
    <>
      <Density />
      <LastRoute />
      <Saver />
    </>,
  )
  await screen.findByText('comfortable')
  const before = { ...renders }
  await act(async () => save({ lastRoute: '/goals' }))
  await screen.findByText('/goals')
  expect(renders.lastRoute).toBeGreaterThan(before.lastRoute)
  expect(renders.density).toBe(before.density)
  await act(async () => save({ density: 'compact' }))
  await screen.findByText('compact')
  expect(renders.density).toBeGreaterThan(before.density)
})

it('shows what main has kept, once it has saved a change', async () => {
  let save: ReturnType<typeof useSavePreferences> = () => {}
  function Density() {
    save = useSavePreferences()
    return <p>{usePreference('density')}</p>
  }
  renderView(<Density />, {
    // As when the page began with the defaults because these could not be read.
    answers: { 'preferences.save': (changes) => Preferences.parse({ density: 'compact', ...changes }) },
  })
  await screen.findByText('comfortable')
  await act(async () => save({ lastRoute: '/goals' }))
  expect(await screen.findByText('compact')).toBeInTheDocument()
})

it('keeps a change on screen when the answer to an earlier one comes after it', async () => {
  let save: ReturnType<typeof useSavePreferences> = () => {}
  const answers: (() => void)[] = []
  function Density() {
    save = useSavePreferences()
    return <p>{usePreference('density')}</p>
  }
  const { bridge } = renderView(<Density />, {
    answers: {
      'preferences.save': (changes) =>
        new Promise((resolve) => answers.push(() => resolve(Preferences.parse(changes)))),
    },
  })
  await screen.findByText('comfortable')
  await act(async () => {
    save({ density: 'compact' })
    save({ density: 'comfortable' })
  })
  await act(async () => answers[0]?.())
  // Sent only after the answer to the first.
  await waitFor(() => expect(bridge.calls.filter(({ name }) => name === 'preferences.save')).toHaveLength(2))
  expect(screen.getByText('comfortable')).toBeInTheDocument()
  await act(async () => answers[1]?.())
  expect(screen.getByText('comfortable')).toBeInTheDocument()
})
