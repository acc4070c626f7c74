// Text typed into the settings of a workspace or its service, and how it is kept.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { testEnvironments, testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { SettingsView } from './SettingsView'

const answers = {
  'network.read': () => ({ settings: { mode: 'system' as const, pacUrl: '', proxy: '' }, proxies: [] }),
  'shell.linkOpening': () => ({ state: 'unavailable' as const, files: [], command: null }),
  'shell.updates': () => ({ state: 'off' as const, version: null, problem: null, checkedAt: null }),
  'shell.info': () => ({
    ...{ version: '1.2.3', electron: '45.0.0', platform: 'linux' as const },
    ...{ isFallbackRuntime: false, isLibraryStopped: false, notices: [] },
  }),
  'environments.measure': () => ({ bytes: 1, insights: 1, knowledge: 1, pendingChanges: 0, syncedAt: null }),
}

it('keeps unsaved input while another view is open, and says that it is not saved', async () => {
  function Around() {
    const { pathname } = useLocation()
    return pathname === '/settings' ? <SettingsView /> : <Link to="/settings">settings</Link>
  }
  const saved = { ...answers, 'environments.saveSettings': () => null }
  const ui = (
    <>
      <Link to="/insights">away</Link>
      <Around />
    </>
  )
  renderView(ui, { route: '/settings', answers: saved })
  const leaveAndReturn = async () => {
    await userEvent.click(screen.getByRole('link', { name: 'away' }))
    await userEvent.click(screen.getByRole('link', { name: 'settings' }))
  }
  const address = 'Base address'
  await screen.findByLabelText(address)
  expect(screen.queryByText(/Unsaved changes/)).not.toBeInTheDocument()
  fireEvent.change(screen.getByLabelText(address), { target: { value: 'https://other.example' } })
  await leaveAndReturn()
  expect(await screen.findByLabelText(address)).toHaveValue('https://other.example')
  expect(screen.getByText(/Unsaved changes/)).toBeInTheDocument()
  fireEvent.change(screen.getByLabelText('Environment'), { target: { value: 'production' } })
  expect(screen.getByLabelText(address)).toHaveValue('https://production.example')
  fireEvent.change(screen.getByLabelText('Environment'), { target: { value: 'staging' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save environment' }))
  expect(await screen.findByText('Environment saved')).toBeInTheDocument()
  expect(screen.queryByText(/Unsaved changes/)).not.toBeInTheDocument()
  await leaveAndReturn()
  expect(await screen.findByLabelText(address)).toHaveValue('https://staging.example')
})

it('does not call an address unsaved that main keeps in another spelling', async () => {
  let list = testEnvironments
  renderView(<SettingsView />, {
    answers: {
      ...answers,
      'environments.list': () => list,
      'environments.saveSettings': () => {
        const baseAddress = 'https://other.example'
        const environments = list.environments.map((each) =>
          each.name === 'staging' ? { ...each, baseAddress } : each,
        )
        list = { ...list, environments }
        return null
      },
    },
  })
  fireEvent.change(await screen.findByLabelText('Base address'), { target: { value: 'https://Other.example/' } })
  expect(screen.getByText('Unsaved changes.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Save environment' }))
  expect(await screen.findByText('Environment saved')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Unsaved changes.')).not.toBeInTheDocument())
})

it('starts with an environment that is still set up when no workspace is open, and links back', async () => {
  const none = { ...testEnvironments, active: null }
  renderView(<SettingsView />, { answers: { ...answers, 'environments.list': () => none } })
  expect(await screen.findByLabelText('Environment')).toHaveValue('production')
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/')
})

it('renames a workspace, and keeps the typed name when that fails', async () => {
  let isBroken = true
  const { bridge } = renderView(<SettingsView />, {
    answers: {
      ...answers,
      'environments.renameWorkspace': () => {
        if (isBroken) throw new AppError('PROFILE_READ_ONLY', '')
        return null
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Rename Trial bikes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename workspace' }))
  const field = dialog.getByLabelText('Workspace name')
  await waitFor(() => expect(field).toHaveFocus())
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel', 'Save name'])
  await userEvent.clear(field)
  await userEvent.click(dialog.getByRole('button', { name: 'Save name' }))
  expect(field).toHaveAccessibleDescription(/1 to 200 characters/)
  await userEvent.type(field, ' Juniper {Enter}')
  expect(await dialog.findByRole('alert')).toHaveTextContent('Can’t save')
  expect(field).toHaveValue(' Juniper ')
  isBroken = false
  await userEvent.click(dialog.getByRole('button', { name: 'Save name' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const renames = bridge.calls.filter(({ name }) => name === 'environments.renameWorkspace')
  expect(renames.map(({ input }) => input)).toEqual([
    { workspace: testWorkspace, name: 'Juniper' },
    { workspace: testWorkspace, name: 'Juniper' },
  ])
})

it('says on the field that the name is taken, until it is edited', async () => {
  const message = 'A workspace named Second already exists in this environment.'
  renderView(<SettingsView />, {
    answers: {
      ...answers,
      'environments.renameWorkspace': () => {
        throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['name'], message }] })
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Rename Trial bikes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename workspace' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save name' }))
  await waitFor(() =>
    expect(dialog.getByLabelText('Workspace name')).toHaveAccessibleDescription(/named Second already exists/),
  )
  expect(dialog.getByLabelText('Workspace name')).toBeInvalid()
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
  // The error was about another name.
  await userEvent.type(dialog.getByLabelText('Workspace name'), 'x')
  expect(dialog.getByLabelText('Workspace name')).toBeValid()
  expect(dialog.queryByText(/named Second already exists/)).not.toBeInTheDocument()
})

it.each([
  [1, /^1 change was made for the old address. You’ll review it before/],
  [2, /^2 changes were made for the old address. You’ll review them/],
])(
  'says before an address is changed that changes made for the old one will be reviewed: %i',
  async (pending, words) => {
    const measured = { bytes: 1, insights: 1, knowledge: 1, pendingChanges: pending, syncedAt: null }
    renderView(<SettingsView />, { answers: { ...answers, 'environments.measure': () => measured } })
    const address = await screen.findByLabelText('Base address')
    expect(screen.queryByText(words)).not.toBeInTheDocument()
    fireEvent.change(address, { target: { value: 'https://other.example' } })
    expect(await screen.findByText(words)).toBeInTheDocument()
    for (const same of ['https://staging.example', ' https://Staging.example:443/', 'https://staging.example//']) {
      fireEvent.change(address, { target: { value: same } })
      expect(screen.queryByText(words)).not.toBeInTheDocument()
    }
  },
)
