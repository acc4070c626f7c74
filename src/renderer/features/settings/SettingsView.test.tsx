import { useQueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { ConnectionTest, EnvironmentList, TokenState } from '../../../contract/features/environments'
import { workspaceKey } from '../../../contract/workspace-key'
import { keptUntilForgotten } from '../../client/forgetting'
import { queryOptionsFor } from '../../client/queries'
import { announced } from '../../testing/announced'
import { testEnvironments, testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { stopClock } from '../../testing/stop-clock'
import { helpDialog } from '../../ui/dialogs'
import { About } from './About'
import { EnvironmentData } from './EnvironmentData'
import { SettingsView } from './SettingsView'
import { Workspaces } from './Workspaces'

const info = {
  version: '1.2.3',
  electron: '45.0.0',
  platform: 'linux' as const,
  isFallbackRuntime: false,
  isLibraryStopped: false,
  notices: [],
}

const size = { bytes: 3_400_000, insights: 1234, knowledge: 1, pendingChanges: 2 }

const written = ['~/one.desktop', '~/mimeapps.list']
const answers = {
  'shell.linkOpening': () => ({ state: 'off' as const, files: written, command: null }),
  'shell.updates': () => ({ state: 'off' as const, version: null, problem: null, checkedAt: null }),
  'shell.info': () => info,
  'environments.measure': () => ({ ...size, syncedAt: new Date().toISOString() }),
  'network.read': () => ({ settings: { mode: 'system' as const, pacUrl: '', proxy: '' }, proxies: [] }),
}

function withToken(token: TokenState): EnvironmentList {
  return {
    ...testEnvironments,
    environments: testEnvironments.environments.map((environment) => ({
      ...environment,
      workspaces: environment.workspaces.map((workspace) => ({ ...workspace, token })),
    })),
  }
}

const [staging] = testEnvironments.environments.filter(({ name }) => name === 'staging')
if (staging === undefined) throw new Error('Staging is set up.')

const inDays = (days: number) => new Date(Date.now() + (days + 0.5) * 86_400_000).toISOString()

it.each([
  [{ state: 'off' }, 'Updates are off: no update address is set.'],
  [{ state: 'off', checkedAt: inDays(-1) }, /^Updates are off: no update address is set\.$/],
  [{ state: 'unconfirmed' }, 'Updates are off. Choose Check for Updates… in the menu to allow the update address.'],
  [{ state: 'unchecked' }, 'Not checked for updates yet.'],
  [{ state: 'current', checkedAt: inDays(-1) }, /^Discovery Desk is up to date\. Last checked .*ago\.$/],
  [
    { state: 'available', version: '2.0.0' },
    'Version 2.0.0 is available. Choose Check for Updates… in the menu to get it.',
  ],
  [{ state: 'downloading', version: '2.0.0' }, 'Downloading version 2.0.0…'],
  [
    { state: 'ready', version: '2.0.0' },
    'Version 2.0.0 is ready. Choose Check for Updates… in the menu to install it.',
  ],
  [{ state: 'failed', problem: 'The disk is full.' }, 'Couldn’t update. The disk is full.'],
] as const)('describes updates in the state %o: %s', async (status, words) => {
  const updates = () => ({ version: null, problem: null, checkedAt: null, ...status })
  renderView(<SettingsView />, { answers: { ...answers, 'shell.updates': updates } })
  const about = await screen.findByText(/Discovery Desk 1.2.3/)
  await waitFor(() => expect(about.nextElementSibling?.textContent).toMatch(words))
})

it('has a link to each section that moves the focus there', async () => {
  renderView(<SettingsView />, { answers, route: '/settings', path: '/settings/:section?' })
  const links = within(await screen.findByRole('navigation', { name: 'Sections' })).getAllByRole('link')
  const names = links.map(({ textContent }) => textContent)
  expect(names).toEqual(['Environments', 'Network', 'Appearance', 'Keyboard', 'About'])
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  await waitFor(() => expect(headings()).toEqual(names))
  const scrolled: unknown[] = []
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: Element, how) {
    scrolled.push(this.getAttribute('data-section'), how)
  })
  onTestFinished(() => scroll.mockRestore())
  for (const [place, link] of links.entries()) {
    await userEvent.click(link)
    const section = screen.getByRole('region', { name: names[place] ?? '' })
    expect(section).toHaveFocus()
    expect(scrolled.slice(-2)).toEqual([section.getAttribute('data-section'), { block: 'start' }])
  }
  // The same link shows the section once more.
  links[4]?.focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('region', { name: 'About' })).toHaveFocus()
})

it('marks the section in sight, not the one that was last asked for', async () => {
  renderView(<SettingsView />, { answers, route: '/settings/about', path: '/settings/:section?' })
  const links = within(await screen.findByRole('navigation', { name: 'Sections' }))
  const network = await screen.findByRole('region', { name: 'Network' })
  // Tests have no layout: all other sections are above.
  for (const section of screen.getAllByRole('region')) {
    vi.spyOn(section, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, section === network ? 200 : -2000, 700, 900),
    )
  }
  fireEvent.scroll(network)
  expect(links.getByRole('link', { current: 'location' })).toHaveTextContent('Network')
  // A window of another size shows another.
  vi.spyOn(network, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -2000, 700, 900))
  vi.spyOn(screen.getByRole('region', { name: 'About' }), 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 200, 700, 900),
  )
  fireEvent(window, new Event('resize'))
  expect(links.getByRole('link', { current: 'location' })).toHaveTextContent('About')
})

it.each([
  [{ kept: 'none', expiresAt: null }, 'No access token'],
  [{ kept: 'session', expiresAt: null }, 'Access token kept until the app closes'],
  [{ kept: 'keychain', expiresAt: inDays(4) }, 'Access token in the keychain, expires in 4 days'],
  [{ kept: 'keychain', expiresAt: inDays(-4) }, 'Access token in the keychain, expired 3 days ago'],
] as const)('describes the token %o: %s', async (token, words) => {
  renderView(<SettingsView />, { answers: { ...answers, 'environments.list': () => withToken(token) } })
  expect(await screen.findByText(words)).toBeInTheDocument()
})

it('saves an environment, and says on the field why an address is refused, or why saving failed', async () => {
  let isReadOnly = true
  const { bridge } = renderView(<SettingsView />, {
    answers: {
      ...answers,
      'environments.saveSettings': ({ baseAddress }) => {
        if (baseAddress.startsWith('ftp')) throw new AppError('ADDRESS_INVALID', 'Not an address for this.')
        if (isReadOnly) throw new AppError('PROFILE_READ_ONLY', '')
        return null
      },
    },
  })
  const address = await screen.findByLabelText('Base address')
  const save = screen.getByRole('button', { name: 'Save environment' })
  expect(address).toHaveValue('https://staging.example')
  const fields = within(screen.getByRole('form', { name: 'Service' })).getAllByRole('textbox')
  // Neither an address nor a parameter has a spelling to check.
  expect(fields.map((field) => field.getAttribute('spellcheck'))).toEqual(['false', 'false', 'false'])
  fireEvent.change(address, { target: { value: 'ftp://x' } })
  await userEvent.click(save)
  await waitFor(() => expect(address).toHaveAccessibleDescription(/Not an address for this/))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  fireEvent.change(address, { target: { value: 'https://other.example' } })
  await userEvent.click(save)
  expect(await screen.findByRole('alert')).toHaveTextContent('Can’t save')
  expect(address).toHaveValue('https://other.example')
  isReadOnly = false
  await userEvent.click(save)
  expect(await screen.findByText('Environment saved')).toBeInTheDocument()
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

it('offers to forget nothing of an environment that was never set up', async () => {
  renderView(<SettingsView />, { answers })
  const environment = await screen.findByLabelText('Environment')
  expect(screen.getByRole('region', { name: 'On this computer' })).toBeInTheDocument()
  await userEvent.selectOptions(environment, 'Development')
  expect(screen.queryByRole('region', { name: 'On this computer' })).not.toBeInTheDocument()
})

it.each([
  ['an address', { baseAddress: 'https://development.example' }],
  ['workspaces', { workspaces: staging.workspaces }],
  ['a library', { library: 'encrypted' as const }],
])('offers to forget an environment that only has %s', async (_, kept) => {
  const environments = testEnvironments.environments.map((each) =>
    each.name === 'development' ? { ...each, ...kept } : each,
  )
  renderView(<SettingsView />, {
    answers: { ...answers, 'environments.list': () => ({ ...testEnvironments, environments }) },
  })
  await userEvent.selectOptions(await screen.findByLabelText('Environment'), 'Development')
  expect(screen.getByRole('button', { name: 'Forget this environment…' })).toBeInTheDocument()
})

it('says of a workspace whose IDs are not UUIDs that it cannot create insights', async () => {
  const [trial] = staging.workspaces
  if (trial === undefined) throw new Error('Staging has a workspace.')
  const spare = { ...trial, name: 'Spare bikes', ref: { ...testWorkspace, workspaceId: 'spare' } }
  const environment = { ...staging, workspaces: [trial, { ...spare, canCreateInsights: false }] }
  renderView(<Workspaces environment={environment}>None</Workspaces>)
  const row = (name: string) => screen.findByRole('listitem', { name })
  expect(await row('Spare bikes')).toHaveTextContent('you can read insights but not create them')
  expect(await row('Trial bikes')).not.toHaveTextContent('you can read insights but not create them')
})

it('saves the appearance of the window and whether single keys work', async () => {
  const { bridge } = renderView(<SettingsView />, { answers })
  await userEvent.click(await screen.findByLabelText('Dark'))
  await userEvent.click(screen.getByLabelText('Compact'))
  const singleKeys = screen.getByRole('switch', { name: 'Single-key shortcuts' })
  expect(singleKeys).toHaveAccessibleDescription(/^Shortcuts like R or J work without a modifier key/)
  await userEvent.click(singleKeys)
  await waitFor(() =>
    expect(bridge.calls.filter(({ name }) => name === 'preferences.save').map(({ input }) => input)).toEqual([
      { colorScheme: 'dark' },
      { density: 'compact' },
      { hasSingleKeys: false },
    ]),
  )
})

it('shows how much data of an environment is kept on this computer', async () => {
  stopClock()
  renderView(<SettingsView />, { answers })
  const data = within(await screen.findByRole('region', { name: 'On this computer' }))
  expect(await data.findByText('3.4 MB')).toBeInTheDocument()
  expect(data.getByText('1,234')).toBeInTheDocument()
  expect(data.getByText('just now')).toBeInTheDocument()
})

it('forgets an environment only after its name is typed, with the focus on Cancel', async () => {
  let readAlready: () => readonly unknown[] = () => []
  function Spy() {
    const queryClient = useQueryClient()
    const asked = (['staging', 'production'] as const).map((environment) => ({ ...testWorkspace, environment }))
    readAlready = () =>
      asked.flatMap((workspace) => {
        const { queryKey } = queryOptionsFor('savedViews', 'list', { workspace })
        return queryClient.getQueryData(queryKey) === undefined ? [] : [workspace.environment]
      })
    useEffect(() => {
      for (const workspace of asked) {
        queryClient.setQueryData(queryOptionsFor('savedViews', 'list', { workspace }).queryKey, [])
      }
    })
    return null
  }
  const view = (
    <>
      <SettingsView />
      <Spy />
    </>
  )
  const { bridge } = renderView(view, {
    answers: { ...answers, 'environments.forget': () => null },
  })
  const typed = keptUntilForgotten(new Map([[workspaceKey(testWorkspace), 'a secret']]))
  const data = within(await screen.findByRole('region', { name: 'On this computer' }))
  await data.findByText('3.4 MB')
  await userEvent.click(data.getByRole('button', { name: 'Forget this environment…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Forget Staging?' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel', 'Forget Staging'])
  expect(dialog.getByText(/1,234 insights, 1 knowledge item/)).toBeInTheDocument()
  expect(dialog.getByText('2 unsent changes will be lost.')).toBeInTheDocument()
  expect(dialog.getByText('Its workspaces: Trial bikes')).toBeInTheDocument()
  expect(dialog.getByText('Its access tokens and encryption key in the keychain')).toBeInTheDocument()

  const forget = dialog.getByRole('button', { name: 'Forget Staging' })
  const field = dialog.getByLabelText('Type Staging to confirm')
  await userEvent.type(field, 'Production{Enter}')
  expect(forget).toBeDisabled()
  await userEvent.clear(field)
  // Spaces around it, as when it was pasted, are no other name.
  await userEvent.type(field, ' Staging ')
  await userEvent.click(forget)
  expect(await screen.findByText('Staging forgotten')).toBeInTheDocument()
  await waitFor(() => expect(typed.size).toBe(0))
  expect(readAlready()).toEqual(['production'])
  const forgets = bridge.calls.filter(({ name }) => name === 'environments.forget')
  expect(forgets.map(({ input }) => input)).toEqual([{ environment: 'staging', confirmation: 'Staging' }])
})

it.each(['before', 'after'])(
  'clears the fields of an environment that main reports as forgotten %s it answers',
  async (when) => {
    let list = testEnvironments
    const { bridge } = renderView(<SettingsView />, {
      answers: {
        ...answers,
        'environments.list': () => list,
        'environments.forget': async () => {
          if (when === 'before') await forget()
          return null
        },
      },
    })
    async function forget() {
      const empty = { baseAddress: null, workspaces: [], entrance: null, library: 'closed' as const }
      const environments = list.environments.map((each) => (each.name === 'staging' ? { ...each, ...empty } : each))
      list = { ...list, environments }
      bridge.push('environments.changed', list)
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    }
    await userEvent.click(await screen.findByRole('button', { name: 'Forget this environment…' }))
    await userEvent.type(await screen.findByLabelText('Type Staging to confirm'), 'Staging')
    expect(screen.getByLabelText('Base address')).toHaveValue('https://staging.example')
    await userEvent.click(screen.getByRole('button', { name: 'Forget Staging' }))
    expect(await screen.findByText('Staging forgotten')).toBeInTheDocument()
    if (when === 'after') await forget()
    await waitFor(() => expect(screen.getByLabelText('Base address')).toHaveValue(''))
  },
)

it('says why an environment could not be forgotten, and keeps the typed name', async () => {
  renderView(<SettingsView />, {
    answers: {
      ...answers,
      'environments.forget': () => {
        throw new AppError('KEYCHAIN_LOCKED', 'The token is still there.')
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Forget this environment…' }))
  const field = await screen.findByLabelText('Type Staging to confirm')
  await userEvent.type(field, 'Staging')
  await userEvent.click(screen.getByRole('button', { name: 'Forget Staging' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The keychain is locked')
  expect(field).toHaveValue('Staging')
})

it('says that tokens and key stay in an unavailable keychain until the app uses it again', async () => {
  renderView(<SettingsView />, {
    answers: { ...answers, 'environments.list': () => ({ ...testEnvironments, keychain: 'missing' }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Forget this environment…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Forget Staging?' }))
  expect(dialog.getByText(/^The keychain isn’t available\..*will be deleted as soon as it is\.$/)).toBeVisible()
  expect(dialog.queryByText('Its access tokens and encryption key in the keychain')).not.toBeInTheDocument()
})

it('allows forgetting an environment whose data cannot be measured', async () => {
  renderView(<SettingsView />, {
    answers: {
      ...answers,
      'environments.measure': () => {
        throw new AppError('LIBRARY_UNAVAILABLE', '')
      },
    },
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('The local library isn’t ready')
  expect(screen.getByRole('button', { name: 'Forget this environment…' })).toBeEnabled()
  await userEvent.click(screen.getByRole('button', { name: 'Forget this environment…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Forget Staging?' }))
  expect(dialog.getByText('Everything synced from it')).toBeInTheDocument()
  expect(dialog.queryByText(/will be lost/)).not.toBeInTheDocument()
})

it('measures the data of an environment on another try', async () => {
  let isReady = false
  renderView(<EnvironmentData environment={staging} />, {
    answers: {
      ...answers,
      'environments.measure': () => {
        if (!isReady) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return { ...size, syncedAt: null }
      },
    },
  })
  const data = within(await screen.findByRole('region', { name: 'On this computer' }))
  const again = await data.findByRole('button', { name: 'Try again' })
  isReady = true
  await userEvent.click(again)
  expect(await data.findByText('3.4 MB')).toBeInTheDocument()
  expect(data.getByText('Not yet')).toBeInTheDocument()
  expect(data.queryByRole('alert')).not.toBeInTheDocument()
})

it('closes the question before forgetting on Escape, but not while the data is being deleted', async () => {
  let end = () => {}
  renderView(<EnvironmentData environment={staging} />, {
    answers: { ...answers, 'environments.forget': () => new Promise((resolve) => (end = () => resolve(null))) },
  })
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Forget this environment…' }))
    return screen.findByRole('dialog', { name: 'Forget Staging?' })
  }
  const first = await ask()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(first).not.toBeInTheDocument())
  const second = await ask()
  fireEvent.change(within(second).getByLabelText('Type Staging to confirm'), { target: { value: 'Staging' } })
  const forget = within(second).getByRole('button', { name: 'Forget Staging' })
  await userEvent.click(forget)
  await waitFor(() => expect(forget).toHaveAttribute('aria-busy', 'true'))
  await userEvent.keyboard('{Escape}')
  expect(within(second).getByRole('button', { name: 'Cancel' })).toBeDisabled()
  expect(second).not.toHaveStyle({ opacity: 0 })
  act(() => end())
  await waitFor(() => expect(second).not.toBeInTheDocument())
})

it.each([
  ['Sandbox', 'Its settings', false],
  ['Development', 'Its settings', true],
  ['Production', 'Its workspaces: Real bikes', true],
])('lists what forgetting %s deletes', async (name, first, hasSecrets) => {
  const environments = testEnvironments.environments.map((each) => ({ ...each, library: 'encrypted' as const }))
  renderView(<SettingsView />, {
    answers: { ...answers, 'environments.list': () => ({ ...testEnvironments, environments }) },
  })
  await userEvent.selectOptions(await screen.findByLabelText('Environment'), name)
  await userEvent.click(screen.getByRole('button', { name: 'Forget this environment…' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Forget ${name}?` }))
  expect(dialog.getAllByRole('listitem')[0]).toHaveTextContent(first)
  const secrets = dialog.queryAllByText('Its access tokens and encryption key in the keychain')
  expect(secrets).toHaveLength(hasSecrets ? 1 : 0)
})

it('lists the keyboard shortcuts, none of them as unavailable', async () => {
  renderView(<SettingsView />, { answers })
  await userEvent.click(await screen.findByRole('button', { name: 'Show keyboard shortcuts' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(dialog.getAllByRole('term').length).toBeGreaterThan(20)
  expect(dialog.queryByText(/not available here/)).not.toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('shows both IDs of a workspace, and copies the workspace ID', async () => {
  const { bridge } = renderView(<SettingsView />, { answers: { ...answers, 'shell.copyText': () => null } })
  const row = within(await screen.findByRole('listitem', { name: 'Trial bikes' }))
  expect(row.getByText(testWorkspace.organisationId)).toBeInTheDocument()
  expect(row.getByText(testWorkspace.workspaceId)).toBeInTheDocument()
  await userEvent.click(row.getByRole('button', { name: 'Copy workspace ID of Trial bikes' }))
  expect(bridge.calls).toContainEqual({ name: 'shell.copyText', input: { text: testWorkspace.workspaceId } })
  await announced('Copied')
})

it('says when an ID could not be copied', async () => {
  const failed = () => {
    throw new AppError('INTERNAL', 'No clipboard.')
  }
  renderView(<SettingsView />, { answers: { ...answers, 'shell.copyText': failed } })
  await userEvent.click(await screen.findByRole('button', { name: 'Copy workspace ID of Trial bikes' }))
  expect(await screen.findByText(/No clipboard\./)).toBeInTheDocument()
})

it.each([
  [{ outcome: 'works', insights: 12, durationMs: 40 }, /Connection works: 12 insights in 40 ms/],
  [{ outcome: 'failed', code: 'FORBIDDEN', message: 'The response was 403.' }, /The response was 403/],
] as const)('tests the connection of a workspace without asking for its token: %o', async (result, words) => {
  const { bridge } = renderView(<SettingsView />, {
    answers: { ...answers, 'environments.testWorkspace': () => result },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Test connection of Trial bikes' }))
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(bridge.calls).toContainEqual({
    name: 'environments.testWorkspace',
    input: { workspace: testWorkspace },
  })
})

it('shows no result of a test with a token that was replaced, for any workspace of its organisation', async () => {
  const [trial] = staging.workspaces
  if (trial === undefined) throw new Error('Staging has a workspace.')
  const spare = { ...trial, name: 'Spare bikes', ref: { ...testWorkspace, workspaceId: 'spare' } }
  const environments = testEnvironments.environments.map((each) =>
    each.name === 'staging' ? { ...each, workspaces: [trial, spare] } : each,
  )
  let result: ConnectionTest = { outcome: 'failed', code: 'UNAUTHENTICATED', message: 'The response was 401.' }
  renderView(<SettingsView />, {
    answers: {
      ...answers,
      'environments.list': () => ({ ...testEnvironments, environments }),
      'environments.testWorkspace': () => result,
      'environments.saveToken': () => ({ kept: 'keychain', expiresAt: null }),
    },
  })
  for (const name of ['Trial bikes', 'Spare bikes']) {
    await userEvent.click(await screen.findByRole('button', { name: `Test connection of ${name}` }))
  }
  await waitFor(() => expect(screen.getAllByText('Sign-in needed')).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: 'Replace token of Trial bikes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New access token' }))
  fireEvent.change(dialog.getByLabelText('Access token'), { target: { value: 'another-token' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Save token' }))
  await waitFor(() => expect(screen.queryByText('Sign-in needed')).not.toBeInTheDocument())
  result = { outcome: 'works', insights: 12, durationMs: 40 }
  await userEvent.click(await screen.findByRole('button', { name: 'Test connection of Trial bikes' }))
  expect(await screen.findByText(/Connection works: 12 insights/)).toBeInTheDocument()
})

it.each([
  ['installed', [], 'Links that start with discovery-desk:// open this app.'],
  ['on', [], 'Links open this copy of the app with this profile. Turning this off undoes that.'],
  ['on', ['/x/one.desktop'], /this profile\. The app wrote one\.desktop\. Turning this off undoes that\.$/],
  ['off', [], 'Off. To open a link, run npm start -- "discovery-desk://…".'],
  ['off', ['C:\\x\\one.reg'], /…"\. Turning this on writes one\.reg\.$/],
  ['unavailable', [], /To open a link, run npm start -- "discovery-desk:\/\/…"\.$/],
] as const)('describes link opening that is %s with the files %j: %s', async (state, files, words) => {
  const linkOpening = () => ({ state, files: [...files], command: null })
  renderView(<About />, { answers: { ...answers, 'shell.linkOpening': linkOpening } })
  const about = await screen.findByText(/Discovery Desk 1.2.3/)
  await waitFor(() => expect(about.nextElementSibling?.nextElementSibling?.textContent).toMatch(words))
  expect(screen.queryAllByRole('switch')).toHaveLength(state === 'on' || state === 'off' ? 1 : 0)
})

it('names the program that opens a link in an app that runs unpacked', async () => {
  const linkOpening = () => ({ state: 'off' as const, files: [], command: '"/srv/desk"' })
  renderView(<About />, { answers: { ...answers, 'shell.linkOpening': linkOpening } })
  expect(await screen.findByText('"/srv/desk" "discovery-desk://…"')).toBeInTheDocument()
})

it('turns link opening on and off, says which files it wrote, and shows a refusal', async () => {
  let isRefused = true
  const { bridge } = renderView(<SettingsView />, {
    answers: {
      ...answers,
      'shell.setLinkOpening': ({ isOn }) => {
        if (isRefused) throw new AppError('INVALID_INPUT', 'Your system didn’t allow this.')
        return { state: isOn ? ('on' as const) : ('off' as const), files: written, command: null }
      },
    },
  })
  const links = await screen.findByRole('switch', { name: 'Open discovery-desk links with this app' })
  expect(links).not.toBeChecked()
  expect(links).toHaveAccessibleDescription(/npm start -- .*writes one.desktop and mimeapps.list/)
  await userEvent.click(links)
  expect(await screen.findByRole('alert')).toHaveTextContent('Your system didn’t allow this.')
  expect(links).not.toBeChecked()
  isRefused = false
  await userEvent.click(links)
  await waitFor(() => expect(links).toBeChecked())
  expect(links).toHaveAccessibleDescription(/The app wrote one.desktop and/)
  await userEvent.click(links)
  await waitFor(() => expect(links).not.toBeChecked())
  expect(bridge.calls.filter(({ name }) => name === 'shell.setLinkOpening').map(({ input }) => input)).toEqual([
    { isOn: true },
    { isOn: true },
    { isOn: false },
  ])
})

function HelpPage() {
  return <output aria-label="Help page">{helpDialog.use()}</output>
}

it.each([
  ['What’s new', 'whats-new'],
  ['Report a problem…', 'report-problem'],
  ['Save diagnostics…', 'save-diagnostics'],
  ['Third-party licences', 'licences'],
])('opens the help page behind %s', async (name, page) => {
  const view = (
    <>
      <About />
      <HelpPage />
    </>
  )
  renderView(view, { answers })
  await userEvent.click(await screen.findByRole('button', { name }))
  expect(screen.getByLabelText('Help page')).toHaveTextContent(page)
  act(() => helpDialog.set(null))
})

it.each([
  [false, 'Discovery Desk 1.2.3, on Electron 45.0.0.'],
  [true, 'Discovery Desk 1.2.3, on Electron 45.0.0 (fallback runtime, for development and tests only).'],
])('says which runtime the app runs on, a fallback: %s', async (isFallbackRuntime, words) => {
  renderView(<About />, { answers: { ...answers, 'shell.info': () => ({ ...info, isFallbackRuntime }) } })
  expect(await screen.findByText(words)).toBeInTheDocument()
})

it.each([
  [{ kept: 'keychain', expiresAt: null }, 'Replace token'],
  [{ kept: 'none', expiresAt: null }, 'Add token'],
] as const)('asks for a new token of the workspace with the token %o: %s', async (token, label) => {
  const { workspaces } = staging
  const environment = { ...staging, workspaces: workspaces.map((each) => ({ ...each, token })) }
  renderView(<Workspaces environment={environment}>None</Workspaces>)
  const button = await screen.findByRole('button', { name: `${label} of Trial bikes` })
  expect(button).toHaveTextContent(`${label}…`)
  await userEvent.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'New access token' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  await waitFor(() => expect(button).toHaveFocus())
})
