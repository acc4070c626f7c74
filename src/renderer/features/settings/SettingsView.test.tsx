import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { EnvironmentList, TokenState } from '../../../contract/features/environments'
import { testEnvironments } from '../../testing/places'
import { renderView } from '../../testing/render'
import { SettingsView } from './SettingsView'

const info = {
  version: '1.2.3',
  electron: '45.0.0',
  platform: 'linux' as const,
  isFallbackRuntime: false,
  notices: [],
}

const answers = { 'shell.info': () => info }

function withToken(token: TokenState): EnvironmentList {
  return {
    ...testEnvironments,
    environments: testEnvironments.environments.map((environment) => ({
      ...environment,
      workspaces: environment.workspaces.map((workspace) => ({ ...workspace, token })),
    })),
  }
}

const inDays = (days: number) => new Date(Date.now() + (days + 0.5) * 86_400_000).toISOString()

it.each([
  [{ kept: 'none', expiresAt: null }, 'No access token'],
  [{ kept: 'session', expiresAt: null }, 'Access token kept until the app closes'],
  [{ kept: 'keychain', expiresAt: inDays(4) }, 'Access token kept in the keychain, expires in 4 days'],
  [{ kept: 'keychain', expiresAt: inDays(-4) }, 'Access token kept in the keychain, expired 3 days ago'],
] as const)('tells of the token %o: %s', async (token, words) => {
  renderView(<SettingsView />, { answers: { ...answers, 'environments.list': () => withToken(token) } })
  expect(await screen.findByText(words)).toBeInTheDocument()
})

it('saves an environment, and shows a refused address on its field', async () => {
  const { bridge } = renderView(<SettingsView />, {
    answers: {
      ...answers,
      'environments.saveSettings': ({ baseAddress }) => {
        if (baseAddress.startsWith('ftp')) throw new AppError('ADDRESS_INVALID', 'Not an address for this.')
        return null
      },
    },
  })
  const address = await screen.findByLabelText('Base address')
  const save = screen.getByRole('button', { name: 'Save environment' })
  expect(address).toHaveValue('https://staging.example')
  fireEvent.change(address, { target: { value: 'ftp://x' } })
  await userEvent.click(save)
  await waitFor(() => expect(address).toHaveAccessibleDescription(/Not an address for this/))
  fireEvent.change(address, { target: { value: 'https://other.example' } })
  await userEvent.click(save)
  expect(await screen.findByText('The environment was saved.')).toBeInTheDocument()
  expect(bridge.calls).toContainEqual({
    name: 'environments.saveSettings',
    input: {
      environment: 'staging',
      baseAddress: 'https://other.example',
      relationshipsParameter: 'relationships',
      relationshipsValue: '',
    },
  })
})

it('edits one environment at a time', async () => {
  renderView(<SettingsView />, { answers })
  await userEvent.selectOptions(await screen.findByLabelText('Environment'), 'Production')
  expect(screen.getByLabelText('Base address')).toHaveValue('https://production.example')
  await userEvent.selectOptions(screen.getByLabelText('Environment'), 'Sandbox')
  expect(screen.queryByLabelText('Base address')).not.toBeInTheDocument()
})

it('saves how the window looks and whether single keys work', async () => {
  const { bridge } = renderView(<SettingsView />, { answers })
  await userEvent.click(await screen.findByLabelText('Dark'))
  await userEvent.click(screen.getByLabelText('Compact'))
  await userEvent.click(screen.getByRole('switch', { name: 'Single keys' }))
  await waitFor(() =>
    expect(bridge.calls.filter(({ name }) => name === 'preferences.save').map(({ input }) => input)).toEqual([
      { colorScheme: 'dark' },
      { density: 'compact' },
      { hasSingleKeys: false },
    ]),
  )
})
