import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes, useLocation } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { ConnectionTest } from '../../../contract/features/environments'
import { forgetEnvironment } from '../../client/forgetting'
import type { Answers } from '../../testing/fake-bridge'
import { testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { wordsFor } from '../../ui/words'
import { ConnectView } from './ConnectView'
import { connectTexts } from './connect-words'

const canary = 'canary-token-1f0f2a3b'

const connected = () => ({
  workspace: testWorkspace,
  token: { kept: 'keychain' as const, expiresAt: null },
})

const field = (name: string) => screen.getByLabelText(name)

/** The environment in the route is development, which has no workspace yet, so it needs a token. */
async function fill(answers: Answers, { without = [] as readonly string[] } = {}) {
  const user = userEvent.setup()
  const view = renderView(<ConnectView />, { answers, route: '/connect?environment=development' })
  const texts = {
    'Base address': 'https://service.example',
    'Workspace name': 'Trial',
    'Organisation ID': testWorkspace.organisationId,
    'Workspace ID': testWorkspace.workspaceId,
    'Access token': canary,
  }
  await screen.findByLabelText('Base address')
  for (const [name, text] of Object.entries(texts)) {
    if (!without.includes(name)) fireEvent.change(field(name), { target: { value: text } })
  }
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { ...view, user, press }
}

describe('the focus', () => {
  const choose = () => fireEvent.change(field('Environment'), { target: { value: 'development' } })

  it('starts on the environment, and moves to the first empty field when one is chosen with the pointer', async () => {
    renderView(<ConnectView />, { route: '/connect' })
    const environment = await screen.findByLabelText('Environment')
    await waitFor(() => expect(environment).toHaveFocus())
    fireEvent.pointerDown(environment)
    fireEvent.change(environment, { target: { value: 'production' } })
    // Production already has its address.
    expect(field('Workspace name')).toHaveFocus()
    fireEvent.pointerDown(environment)
    choose()
    expect(field('Base address')).toHaveFocus()
  })

  it('moves to the token once every other field is filled', async () => {
    await fill({})
    const environment = field('Environment')
    fireEvent.pointerDown(environment)
    fireEvent.change(environment, { target: { value: 'production' } })
    expect(field('Access token')).toHaveFocus()
  })

  it('stays on the environment while the arrow keys change it', async () => {
    renderView(<ConnectView />, { route: '/connect' })
    const environment = await screen.findByLabelText('Environment')
    // A click that chose nothing came before.
    fireEvent.pointerDown(environment)
    environment.focus()
    fireEvent.keyDown(environment, { key: 'ArrowDown' })
    choose()
    expect(environment).toHaveFocus()
  })

  it('replaces the address of another environment when the environment changes, but not a typed one', async () => {
    renderView(<ConnectView />, { route: '/connect' })
    const environment = await screen.findByLabelText('Environment')
    const choose = (value: string) => fireEvent.change(environment, { target: { value } })
    expect(field('Base address')).toHaveValue('https://staging.example')
    choose('production')
    expect(field('Base address')).toHaveValue('https://production.example')
    fireEvent.change(field('Base address'), { target: { value: ' ' } })
    choose('staging')
    expect(field('Base address')).toHaveValue('https://staging.example')
    fireEvent.change(field('Base address'), { target: { value: 'https://service.example' } })
    choose('production')
    expect(field('Base address')).toHaveValue('https://service.example')
  })

  it('starts on the first empty field when the environment is already chosen', async () => {
    renderView(<ConnectView />, { route: '/connect?environment=production' })
    await waitFor(() => expect(field('Workspace name')).toHaveFocus())
  })
})

function Elsewhere() {
  const { pathname } = useLocation()
  if (pathname === '/connect') return <ConnectView />
  return (
    <>
      <output aria-label="Address">{pathname}</output>
      <Link to="/connect">connect</Link>
      <Link to="/connect?environment=development">connect development</Link>
      <Link to="/connect?environment=production">connect production</Link>
    </>
  )
}

describe('leaving and coming back', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  const press = (role: 'button' | 'link', name: string) => userEvent.click(screen.getByRole(role, { name }))

  it('restores the typed text, but never the token, and not in another environment', async () => {
    renderView(<Elsewhere />, { route: '/settings' })
    await press('link', 'connect development')
    await screen.findByLabelText('Base address')
    fireEvent.change(field('Workspace ID'), { target: { value: 'half-fil' } })
    fireEvent.change(field('Access token'), { target: { value: canary } })
    await press('button', 'Back')
    await press('link', 'connect')
    expect(field('Workspace ID')).toHaveValue('half-fil')
    expect(field('Environment')).toHaveValue('development')
    expect(field('Access token')).toHaveValue('')
    await press('button', 'Back')
    await press('link', 'connect production')
    expect(field('Workspace ID')).toHaveValue('')
    await press('button', 'Back')
    await press('link', 'connect development')
    expect(field('Workspace ID')).toHaveValue('half-fil')
  })

  it('takes the environment that is chosen elsewhere while it is open', async () => {
    const ui = (
      <>
        <ConnectView />
        <Link to="/connect?environment=production">production</Link>
        <Link to="/connect?environment=staging">staging</Link>
      </>
    )
    renderView(ui, { route: '/connect?environment=staging' })
    await screen.findByLabelText('Base address')
    fireEvent.change(field('Workspace ID'), { target: { value: 'half-fil' } })
    fireEvent.change(field('Access token'), { target: { value: canary } })
    await press('link', 'production')
    expect(field('Environment')).toHaveValue('production')
    expect(field('Environment')).toHaveAccessibleDescription('Production opens read-only.')
    expect(field('Access token')).toHaveValue('')
    await press('link', 'staging')
    expect(field('Environment')).toHaveValue('staging')
    expect(field('Workspace ID')).toHaveValue('half-fil')
  })

  it('keeps the token, the focus and an attempt under way when it is chosen again for the same environment', async () => {
    const ui = (
      <Routes>
        <Route
          path="/connect"
          element={
            <>
              <ConnectView />
              <Link to="/connect">connect</Link>
              <Link to="/connect?environment=development">connect development</Link>
            </>
          }
        />
        <Route path="/insights" element={<output aria-label="Address">/insights</output>} />
      </Routes>
    )
    let answer = () => {}
    renderView(ui, {
      route: '/connect?environment=development',
      answers: { 'environments.connect': () => new Promise((resolve) => (answer = () => resolve(connected()))) },
    })
    await screen.findByLabelText('Base address')
    for (const name of ['Base address', 'Workspace name', 'Organisation ID', 'Workspace ID']) {
      fireEvent.change(field(name), { target: { value: 'https://service.example' } })
    }
    fireEvent.change(field('Access token'), { target: { value: canary } })
    await press('button', 'Save and open')
    for (const name of ['connect', 'connect development']) {
      await press('link', name)
      expect(field('Access token')).toHaveValue(canary)
      expect(screen.getByRole('link', { name })).toHaveFocus()
    }
    await act(async () => answer())
    expect(await screen.findByLabelText('Address')).toHaveTextContent('/insights')
  })

  it('goes to the insights after a save, also when a value is changed or tested meanwhile', async () => {
    let answer = () => {}
    renderView(<Elsewhere />, {
      route: '/connect?environment=staging',
      answers: {
        'environments.connect': () => new Promise((resolve) => (answer = () => resolve(connected()))),
        'environments.testConnection': () => ({ outcome: 'empty', durationMs: 1 }),
      },
    })
    await screen.findByLabelText('Base address')
    for (const name of ['Workspace name', 'Organisation ID', 'Workspace ID']) {
      fireEvent.change(field(name), { target: { value: 'some' } })
    }
    await press('button', 'Save and open')
    fireEvent.change(field('Workspace name'), { target: { value: 'another' } })
    await press('button', 'Test connection')
    expect(await screen.findByText(/the workspace has no insights/)).toBeInTheDocument()
    const save = screen.getByRole('button', { name: 'Save and open' })
    expect(save).toHaveAttribute('aria-busy', 'true')
    await act(async () => answer())
    expect(await screen.findByLabelText('Address')).toHaveTextContent('/insights')
  })

  it('restores nothing for a forgotten environment', async () => {
    renderView(<Elsewhere />, { route: '/settings' })
    await press('link', 'connect development')
    await screen.findByLabelText('Base address')
    fireEvent.change(field('Workspace ID'), { target: { value: 'half-fil' } })
    await press('button', 'Back')
    act(() => forgetEnvironment('production'))
    await press('link', 'connect')
    expect(field('Workspace ID')).toHaveValue('half-fil')
    await press('button', 'Back')
    act(() => forgetEnvironment('development'))
    await press('link', 'connect development')
    expect(field('Workspace ID')).toHaveValue('')
  })

  it('goes to the insights where there is no view to go back to', async () => {
    vi.stubGlobal('navigation', { canGoBack: false })
    renderView(<Elsewhere />, { route: '/connect' })
    await screen.findByLabelText('Base address')
    await press('button', 'Back')
    expect(await screen.findByLabelText('Address')).toHaveTextContent('/insights')
  })

  it('goes back to the view the person came from', async () => {
    renderView(<Elsewhere />, { route: '/settings' })
    await press('link', 'connect')
    await press('button', 'Back')
    expect(await screen.findByLabelText('Address')).toHaveTextContent('/settings')
  })

  it('starts empty after a save', async () => {
    renderView(<Elsewhere />, {
      route: '/connect?environment=staging',
      answers: { 'environments.connect': connected },
    })
    await screen.findByLabelText('Base address')
    for (const name of ['Workspace name', 'Organisation ID', 'Workspace ID']) {
      fireEvent.change(field(name), { target: { value: 'some' } })
    }
    await press('button', 'Save and open')
    await userEvent.click(await screen.findByRole('link', { name: 'connect' }))
    expect(field('Workspace ID')).toHaveValue('')
  })
})

describe('before anything is sent', () => {
  it('turns off spell checking in every field', async () => {
    await fill({})
    for (const box of [...screen.getAllByRole('textbox'), field('Access token')]) {
      expect(box).toHaveAttribute('spellcheck', 'false')
    }
  })

  it('marks each missing field as invalid and focuses the first', async () => {
    const { press, bridge } = await fill({}, { without: ['Workspace name', 'Workspace ID', 'Access token'] })
    await press('Save and open')
    expect(field('Workspace name')).toBeInvalid()
    expect(field('Workspace ID')).toBeInvalid()
    expect(field('Access token')).toBeInvalid()
    expect(field('Base address')).toBeValid()
    expect(field('Workspace name')).toHaveFocus()
    expect(bridge.calls.map(({ name }) => name)).not.toContain('environments.connect')
  })

  it('moves the focus on every attempt, not only when the first problem changes', async () => {
    const { press } = await fill({}, { without: ['Workspace name'] })
    await press('Save and open')
    await press('Save and open')
    expect(field('Workspace name')).toHaveFocus()
  })

  it('says that creating insights requires UUIDs as soon as an ID is not one', async () => {
    const { user } = await fill({}, { without: ['Organisation ID'] })
    expect(screen.queryByText(/creating insights requires UUIDs/)).not.toBeInTheDocument()
    await user.type(field('Organisation ID'), 'juniper')
    expect(screen.getByText(/creating insights requires UUIDs/)).toBeInTheDocument()
    // Spaces around an ID, as when it was pasted, are not saved with it.
    for (const value of [` ${testWorkspace.organisationId} `, ' ']) {
      fireEvent.change(field('Organisation ID'), { target: { value } })
      expect(screen.queryByText(/creating insights requires UUIDs/)).not.toBeInTheDocument()
    }
  })

  it('says that a saved token is used where the environment has another workspace', async () => {
    renderView(<ConnectView />, { route: '/connect?environment=staging' })
    await screen.findByLabelText('Environment')
    expect(field('Access token')).toHaveAccessibleDescription(connectTexts.savedTokenIsUsed)
    fireEvent.change(field('Environment'), { target: { value: 'development' } })
    expect(field('Access token')).toHaveAccessibleDescription(connectTexts.tokenStored)
  })

  it('says that production opens read-only, and only of production', async () => {
    renderView(<ConnectView />, { route: '/connect' })
    const environment = await screen.findByLabelText('Environment')
    expect(environment).not.toHaveAccessibleDescription()
    fireEvent.change(environment, { target: { value: 'production' } })
    expect(environment).toHaveAccessibleDescription('Production opens read-only.')
  })
})

describe('Test connection', () => {
  const results: readonly [ConnectionTest, 'status' | 'alert', RegExp][] = [
    [
      { outcome: 'works', insights: 128, durationMs: 239.6 },
      'status',
      /^Connection works: 128 insights in 240 ms. Write access wasn’t tested.$/,
    ],
    [{ outcome: 'works', insights: 1, durationMs: 3 }, 'status', /^Connection works: 1 insight in 3 ms\./],
    [{ outcome: 'empty', durationMs: 12 }, 'status', /the workspace has no insights/],
    [{ outcome: 'failed', code: 'TLS_UNTRUSTED', message: 'self-signed' }, 'alert', /not secure.*self-signed/],
    [{ outcome: 'failed', code: 'FORBIDDEN', message: '403' }, 'alert', /don’t have permission to do this here/],
  ]
  it.each(results)('reports %o as %s', async (result, role, words) => {
    const { press } = await fill({ 'environments.testConnection': () => result }, { without: ['Workspace name'] })
    await press('Test connection')
    const form = screen.getByRole('form')
    await waitFor(() => expect(form.querySelector(`[role="${role}"]`)).toHaveTextContent(words))
  })

  it('shows the result of a test also when a value was changed or saved meanwhile', async () => {
    let answer = () => {}
    const { press } = await fill({
      'environments.testConnection': () =>
        new Promise((resolve) => (answer = () => resolve({ outcome: 'empty', durationMs: 1 }))),
      'environments.connect': () => Promise.reject(new AppError('DISK_FULL', '')),
    })
    await press('Test connection')
    fireEvent.change(field('Workspace name'), { target: { value: 'another' } })
    await press('Save and open')
    expect(await screen.findByText('The disk is full')).toBeInTheDocument()
    await act(async () => answer())
    expect(await screen.findByText(/the workspace has no insights/)).toBeInTheDocument()
  })

  it('scrolls the result into view, which is below the fold in a small window', async () => {
    const shown: Element[] = []
    vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this)
    })
    const { press } = await fill({ 'environments.testConnection': () => ({ outcome: 'empty', durationMs: 1 }) })
    expect(shown).toEqual([])
    await press('Test connection')
    const answer = await screen.findByText(/the workspace has no insights/)
    expect(shown.at(-1)).toContainElement(answer)
    vi.restoreAllMocks()
  })

  it('marks what it needs and does not have, but not the name, and asks for no answer', async () => {
    const without = ['Base address', 'Workspace name', 'Workspace ID']
    const { press, bridge } = await fill({}, { without })
    await press('Test connection')
    expect(field('Base address')).toBeInvalid()
    expect(field('Workspace ID')).toBeInvalid()
    expect(field('Workspace name')).toBeValid()
    expect(field('Organisation ID')).toBeValid()
    expect(field('Base address')).toHaveFocus()
    expect(bridge.calls.map(({ name }) => name)).not.toContain('environments.testConnection')
  })

  it('sends the typed values, without the name', async () => {
    const { press, bridge } = await fill({ 'environments.testConnection': () => ({ outcome: 'empty', durationMs: 1 }) })
    await press('Test connection')
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'environments.testConnection',
        input: { ...testWorkspace, environment: 'development', baseAddress: 'https://service.example', token: canary },
      }),
    )
  })
})

describe('Test connection, refused before any request to the service', () => {
  const message = 'The address must start with https://.'
  const fields = [{ path: ['baseAddress'], message }]
  it.each([
    { outcome: 'failed', code: 'ADDRESS_INVALID', message, fields },
    { outcome: 'failed', code: 'INVALID_INPUT', message, fields },
  ] as const)('shows %o once, on its field', async (result) => {
    const { press } = await fill({ 'environments.testConnection': () => result })
    await press('Test connection')
    await waitFor(() => expect(field('Base address')).toBeInvalid())
    expect(field('Base address')).toHaveAccessibleDescription(new RegExp(message))
    expect(screen.getAllByText(message)).toHaveLength(1)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(field('Base address')).toHaveFocus()
  })
})

describe('Save and open', () => {
  it('leaves no trace of the token in the page', async () => {
    const { press, bridge } = await fill({ 'environments.connect': connected })
    await press('Save and open')
    await waitFor(() => expect(field('Access token')).toHaveValue(''))
    expect(bridge.calls.find(({ name }) => name === 'environments.connect')?.input).toMatchObject({ token: canary })
    expect(document.documentElement.outerHTML).not.toContain(canary)
  })

  it('shows an address refused by main on its field, and keeps the input', async () => {
    const refuse = () => {
      throw new AppError('ADDRESS_INVALID', 'The address must start with https://.')
    }
    const { press } = await fill({ 'environments.connect': refuse })
    await press('Save and open')
    await waitFor(() => expect(field('Base address')).toBeInvalid())
    expect(screen.getByText('The address must start with https://.')).toBeInTheDocument()
    expect(field('Base address')).toHaveFocus()
    expect(field('Workspace name')).toHaveValue('Trial')
    expect(field('Access token')).toHaveValue(canary)
  })

  it('says on the field that the address belongs to another environment', async () => {
    const message = 'Production already uses this address.'
    const refuse = () => {
      throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['baseAddress'], message }] })
    }
    const { press } = await fill({ 'environments.connect': refuse })
    await press('Save and open')
    await waitFor(() => expect(field('Base address')).toHaveAccessibleDescription(new RegExp(message)))
    expect(field('Base address')).toHaveFocus()
  })

  it('shows an error on the field that main names', async () => {
    const refuse = () => {
      throw new AppError('INVALID_INPUT', 'no', { fields: [{ path: ['workspaceId'], message: 'Too long.' }] })
    }
    const { press } = await fill({ 'environments.connect': refuse })
    await press('Save and open')
    expect(await screen.findByText('Too long.')).toBeInTheDocument()
    expect(field('Workspace ID')).toHaveFocus()
  })

  it('shows what main says of the address, not of the whole request', async () => {
    const fields = [{ path: ['baseAddress'], message: 'Use https://.' }]
    const refuse = () => {
      throw new AppError('ADDRESS_INVALID', 'Refused.', { fields })
    }
    const { press } = await fill({ 'environments.connect': refuse })
    await press('Save and open')
    await waitFor(() => expect(field('Base address')).toHaveAccessibleDescription(/Use https:\/\/\./))
    expect(screen.queryByText('Refused.')).not.toBeInTheDocument()
  })

  it.each(['TOKEN_MISSING', 'UNAUTHENTICATED', 'TOKEN_UNSTORABLE'] as const)(
    'shows %s in words on the token, also without a message',
    async (code) => {
      const refuse = () => {
        throw new AppError(code, '')
      }
      const { press } = await fill({ 'environments.connect': refuse })
      await press('Save and open')
      await waitFor(() => expect(field('Access token')).toBeInvalid())
      expect(field('Access token')).toHaveAccessibleDescription(new RegExp(wordsFor(new AppError(code, '')).text))
      expect(field('Access token')).toHaveFocus()
    },
  )

  it('shows only the result of the last attempt', async () => {
    const { press } = await fill({
      'environments.testConnection': () => ({ outcome: 'empty', durationMs: 1 }),
      'environments.connect': () => {
        throw new AppError('DISK_FULL', '')
      },
    })
    await press('Test connection')
    expect(await screen.findByText(/the workspace has no insights/)).toBeInTheDocument()
    await press('Save and open')
    expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full')
    expect(screen.queryByText(/the workspace has no insights/)).not.toBeInTheDocument()
    await press('Test connection')
    expect(await screen.findByText(/the workspace has no insights/)).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    fireEvent.change(field('Workspace ID'), { target: { value: 'another' } })
    expect(screen.queryByText(/the workspace has no insights/)).not.toBeInTheDocument()
    await press('Save and open')
    expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full')
    fireEvent.change(field('Workspace ID'), { target: { value: 'a third' } })
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('shows an error that belongs to no field as an alert, and keeps the token', async () => {
    const refuse = () => {
      throw new AppError('DISK_FULL', '')
    }
    const { press } = await fill({ 'environments.connect': refuse })
    await press('Save and open')
    expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full')
    expect(field('Access token')).toHaveValue(canary)
  })
})
