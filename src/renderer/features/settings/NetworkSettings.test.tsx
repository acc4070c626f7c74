import { useQueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, useLocation } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { CheckStep, ConnectionCheck, NetworkView } from '../../../contract/features/network'
import { announced } from '../../testing/announced'
import type { Answers, FakeBridge } from '../../testing/fake-bridge'
import { renderView } from '../../testing/render'
import { NetworkSettings } from './NetworkSettings'

const system: NetworkView = { settings: { mode: 'system', pacUrl: '', proxy: '' }, proxies: [] }
const proxy = 'proxy.example:8080'
const password = 'proxy-password-canary'

const step = (name: CheckStep['name'], state: CheckStep['state'], more: Partial<CheckStep> = {}): CheckStep => ({
  ...{ name, state, tried: `Try ${name}.`, came: `Came of ${name}.`, ask: null, details: [] },
  ...more,
})
const stopped: ConnectionCheck = {
  subject: 'Bikes in Staging, https://staging.example',
  steps: [
    step('name', 'passed'),
    step('proxy', 'noted'),
    step('tls', 'stopped', { ask: 'Ask IT.', details: ['Service, signed by Company Root'] }),
    step('size', 'skipped'),
  ],
}

function checkIdOf({ calls }: FakeBridge) {
  const { input } = calls.find(({ name }) => name === 'network.check') ?? {}
  return (input as { readonly checkId: string }).checkId
}

it('saves a proxy, and says on the field why one is refused', async () => {
  const { bridge } = renderView(<NetworkSettings />, {
    answers: {
      'network.read': () => system,
      'network.save': (input) => {
        const message = 'Enter a host and a port.'
        if (input.proxy === 'x')
          throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['proxy'], message }] })
        return null
      },
    },
  })
  await userEvent.selectOptions(await screen.findByLabelText('Proxy'), 'Manual')
  const address = screen.getByLabelText('Proxy address')
  fireEvent.change(address, { target: { value: 'x' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save proxy' }))
  await waitFor(() => expect(address).toHaveAccessibleDescription(/Enter a host and a port/))
  expect(address).toHaveFocus()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  fireEvent.change(address, { target: { value: proxy } })
  await userEvent.click(screen.getByRole('button', { name: 'Save proxy' }))
  expect(await screen.findByText('Proxy saved')).toBeInTheDocument()
  expect(bridge.calls).toContainEqual({ name: 'network.save', input: { mode: 'manual', pacUrl: '', proxy } })
})

/** The settings in a window with another view, and a main that answers a save when it may. */
async function openBesideAnother(maySave: () => Promise<void> = async () => {}) {
  function Around() {
    return useLocation().pathname === '/settings' ? <NetworkSettings /> : <Link to="/settings">settings</Link>
  }
  let settings = system.settings
  const ui = (
    <>
      <Link to="/insights">away</Link>
      <Around />
    </>
  )
  const answers: Answers = {
    'network.read': () => ({ settings, proxies: [] }),
    'network.save': async (input) => {
      await maySave()
      settings = input
      return null
    },
  }
  renderView(ui, { route: '/settings', answers })
  await userEvent.selectOptions(await screen.findByLabelText('Proxy'), 'Manual')
  return {
    type: (value: string) => fireEvent.change(screen.getByLabelText('Proxy address'), { target: { value } }),
    leaveAndReturn: async () => {
      await userEvent.click(screen.getByRole('link', { name: 'away' }))
      await userEvent.click(screen.getByRole('link', { name: 'settings' }))
    },
  }
}

it('keeps an address that is not saved while another view is open, but none with a name and password', async () => {
  const { type, leaveAndReturn } = await openBesideAnother()
  type(proxy)
  await leaveAndReturn()
  expect(await screen.findByLabelText('Proxy address')).toHaveValue(proxy)
  expect(screen.getByText('Unsaved changes.')).toBeInTheDocument()
  for (const withPassword of [`anna:${password}@${proxy}`, `http://anna:${password}`]) {
    type(withPassword)
    await leaveAndReturn()
    expect(await screen.findByLabelText('Proxy address')).toHaveValue('')
  }
  type(proxy)
  await userEvent.click(screen.getByRole('button', { name: 'Save proxy' }))
  await announced('Proxy saved')
  expect(screen.queryByText('Unsaved changes.')).not.toBeInTheDocument()
  await leaveAndReturn()
  expect(await screen.findByLabelText('Proxy address')).toHaveValue(proxy)
  expect(screen.queryByText('Unsaved changes.')).not.toBeInTheDocument()
})

it('keeps an address that is typed while another one is being saved', async () => {
  let save = () => {}
  const { type, leaveAndReturn } = await openBesideAnother(() => new Promise((resolve) => (save = resolve)))
  type(proxy)
  await userEvent.click(screen.getByRole('button', { name: 'Save proxy' }))
  type('other.example:8080')
  save()
  await announced('Proxy saved')
  expect(screen.getByText('Unsaved changes.')).toBeInTheDocument()
  await leaveAndReturn()
  expect(await screen.findByLabelText('Proxy address')).toHaveValue('other.example:8080')
})

it('keeps the focus and the fields when the settings are read again after a save', async () => {
  let settings = system.settings
  const { bridge } = renderView(<NetworkSettings />, {
    answers: {
      'network.read': () => ({ settings, proxies: settings.proxy === '' ? [] : [{ proxy, signIn: 'none' }] }),
      'network.save': (input) => {
        settings = input
        bridge.push('network.changed', {})
        return null
      },
    },
  })
  await userEvent.selectOptions(await screen.findByLabelText('Proxy'), 'Manual')
  fireEvent.change(screen.getByLabelText('Proxy address'), { target: { value: proxy } })
  await userEvent.click(screen.getByRole('button', { name: 'Save proxy' }))
  await screen.findByRole('listitem', { name: proxy })
  expect(screen.getByRole('button', { name: 'Save proxy' })).toHaveFocus()
  expect(screen.getByLabelText('Proxy address')).toHaveValue(proxy)
})

it('asks for the address that the chosen kind of proxy needs, and for no other', async () => {
  const { bridge } = renderView(<NetworkSettings />, {
    answers: { 'network.read': () => system, 'network.save': () => null },
  })
  const kind = await screen.findByLabelText('Proxy')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('list', { name: 'Proxy sign-in' })).not.toBeInTheDocument()
  await userEvent.selectOptions(kind, 'Manual')
  expect(screen.getByRole('textbox')).toBe(screen.getByLabelText('Proxy address'))
  // An address has no spelling to check.
  expect(screen.getByRole('textbox')).toHaveAttribute('spellcheck', 'false')
  await userEvent.selectOptions(kind, 'No proxy')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  await userEvent.selectOptions(kind, 'Automatic configuration (PAC)')
  expect(screen.getByRole('textbox')).toBe(screen.getByLabelText('Configuration address'))
  expect(screen.getByRole('textbox')).toHaveAttribute('spellcheck', 'false')
  const pacUrl = 'https://proxy.example/proxy.pac'
  fireEvent.change(screen.getByRole('textbox'), { target: { value: pacUrl } })
  await userEvent.click(screen.getByRole('button', { name: 'Save proxy' }))
  await announced('Proxy saved')
  expect(bridge.calls).toContainEqual({ name: 'network.save', input: { mode: 'pac', pacUrl, proxy: '' } })
})

it('says why a proxy could not be saved', async () => {
  const failed = () => {
    throw new AppError('PROFILE_READ_ONLY', '')
  }
  renderView(<NetworkSettings />, { answers: { 'network.read': () => system, 'network.save': failed } })
  await userEvent.click(await screen.findByRole('button', { name: 'Save proxy' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Can’t save')
})

it('sends a proxy password, and keeps it neither in the field nor in a cache', async () => {
  let signIn: NetworkView['proxies'][number]['signIn'] = 'refused'
  let cached = () => ''
  function Spy() {
    const queryClient = useQueryClient()
    cached = () =>
      JSON.stringify(
        [queryClient.getMutationCache().getAll(), queryClient.getQueryCache().getAll()]
          .flat()
          .map(({ state }) => state),
      )
    return null
  }
  const view = (
    <>
      <NetworkSettings />
      <Spy />
    </>
  )
  const { bridge } = renderView(view, {
    answers: {
      'network.read': () => ({ ...system, proxies: [{ proxy, signIn }] }),
      'network.saveSignIn': () => {
        signIn = 'saved'
        return { kept: 'keychain' }
      },
    },
  })
  const row = within(await screen.findByRole('listitem', { name: proxy }))
  expect(row.getByText(/^Rejected the saved name and password\./)).toBeInTheDocument()
  await userEvent.click(row.getByRole('button', { name: `Replace sign-in to ${proxy}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in to the proxy' }))
  const field = dialog.getByLabelText('Password')
  await userEvent.click(dialog.getByRole('button', { name: 'Save sign-in' }))
  expect(dialog.getByText('Enter the name.')).toBeInTheDocument()
  expect(dialog.getByText('Enter the password.')).toBeInTheDocument()
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'anna' } })
  fireEvent.change(field, { target: { value: password } })
  await userEvent.click(dialog.getByRole('button', { name: 'Save sign-in' }))
  expect(await row.findByText('Sign-in saved.')).toBeInTheDocument()
  await announced('Proxy sign-in saved')
  expect(bridge.calls).toContainEqual({ name: 'network.saveSignIn', input: { proxy, name: 'anna', password } })
  expect(field).toHaveValue('')
  expect(cached()).toContain(proxy)
  await waitFor(() => expect(cached()).not.toContain(password))
})

it.each([
  ['none', 'No sign-in saved.', ['Sign in']],
  ['needed', 'Requires a name and password.', ['Sign in']],
  ['saved', 'Sign-in saved.', ['Replace sign-in', 'Remove sign-in']],
  ['refused', /^Rejected the saved name and password\./, ['Replace sign-in', 'Remove sign-in']],
] as const)('says whether a proxy has a sign-in, and offers what it needs: %s', async (signIn, words, actions) => {
  renderView(<NetworkSettings />, { answers: { 'network.read': () => ({ ...system, proxies: [{ proxy, signIn }] }) } })
  const row = within(await screen.findByRole('listitem', { name: proxy }))
  expect(row.getByText(words)).toBeInTheDocument()
  const offered = row.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(offered).toEqual(actions.map((action) => `${action} to ${proxy}`))
})

it('says why a proxy sign-in could not be removed', async () => {
  renderView(<NetworkSettings />, {
    answers: {
      'network.read': () => ({ ...system, proxies: [{ proxy, signIn: 'saved' }] }),
      'network.removeSignIn': () => {
        throw new AppError('PROFILE_READ_ONLY', '')
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: `Remove sign-in to ${proxy}` }))
  const row = within(screen.getByRole('listitem', { name: proxy }))
  expect(await row.findByRole('alert')).toHaveTextContent('Can’t save')
})

it('removes a proxy sign-in, and says so', async () => {
  const { bridge } = renderView(<NetworkSettings />, {
    answers: {
      'network.read': () => ({ ...system, proxies: [{ proxy, signIn: 'saved' }] }),
      'network.removeSignIn': () => null,
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: `Remove sign-in to ${proxy}` }))
  await announced('Proxy sign-in removed')
  expect(bridge.calls).toContainEqual({ name: 'network.removeSignIn', input: { proxy } })
})

it('shows the steps of a check as they arrive, then where it stops and whom to ask, and copies the result', async () => {
  let end: (check: ConnectionCheck) => void = () => {}
  const { bridge } = renderView(<NetworkSettings />, {
    answers: {
      'network.read': () => system,
      'network.check': () => new Promise((resolve) => (end = resolve)),
      'shell.copyText': () => null,
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Run connection doctor' }))
  const { input } = bridge.calls.find(({ name }) => name === 'network.check') ?? {}
  expect(input).toEqual({ environment: 'staging', checkId: expect.any(String) })
  const { checkId } = input as { checkId: string }
  bridge.push('network.step', { checkId, step: step('name', 'running') })
  bridge.push('network.step', { checkId: crypto.randomUUID(), step: step('proxy', 'running') })
  expect(await screen.findByText('Try name.')).toBeInTheDocument()
  expect(screen.queryByText('Try proxy.')).not.toBeInTheDocument()
  end(stopped)
  expect(await screen.findByRole('listitem', { name: 'TLS and certificate: Failed' })).toHaveTextContent(
    'Came of tls.Service, signed by Company RootAsk IT.',
  )
  const passed = within(screen.getByRole('listitem', { name: 'Name lookup: OK' }))
  expect(passed.queryByRole('list')).not.toBeInTheDocument()
  expect(screen.getAllByText(/The connection failed at: TLS and certificate\./)).not.toHaveLength(0)
  await announced('The connection failed at: TLS and certificate.')
  await userEvent.click(screen.getByRole('button', { name: 'Copy result' }))
  await announced('Copied')
  const copied = bridge.calls.find(({ name }) => name === 'shell.copyText')?.input as { text: string }
  expect(copied.text).toMatch(/^Connection check of Bikes in Staging, https:\/\/staging\.example, \d{4}-/)
  expect(copied.text).toContain(
    'TLS and certificate: Failed. Came of tls.\n  Service, signed by Company Root\n  Ask IT.',
  )
})

it('says when the result of a check could not be copied', async () => {
  const failed = () => {
    throw new AppError('INTERNAL', 'No clipboard.')
  }
  renderView(<NetworkSettings />, {
    answers: { 'network.read': () => system, 'network.check': () => stopped, 'shell.copyText': failed },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Run connection doctor' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Copy result' }))
  expect(await screen.findByText(/No clipboard\./)).toBeInTheDocument()
})

it('cancels a check, and returns the focus to its button', async () => {
  let fail: (error: AppError) => void = () => {}
  const { bridge } = renderView(<NetworkSettings />, {
    answers: { 'network.read': () => system, 'network.check': () => new Promise((_, reject) => (fail = reject)) },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Run connection doctor' }))
  const cancel = screen.getByRole('button', { name: 'Cancel check' })
  expect(cancel).toHaveFocus()
  const checkId = checkIdOf(bridge)
  bridge.push('network.step', { checkId, step: step('name', 'running') })
  await screen.findByRole('list', { name: 'Steps' })
  await userEvent.click(cancel)
  expect(await screen.findByRole('button', { name: 'Run connection doctor' })).toHaveFocus()
  expect(screen.queryByRole('list', { name: 'Steps' })).not.toBeInTheDocument()
  expect(bridge.calls.map(({ name }) => name)).toContain('shell.cancel')
  await announced('Check cancelled')
  // Main's answer to the cancelled check is no failure.
  fail(new AppError('CANCELLED', ''))
  await act(() => Promise.resolve())
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('says why a check could not run, without its steps, and forgets that once another one starts', async () => {
  let fail: (error: AppError) => void = () => {}
  const { bridge } = renderView(<NetworkSettings />, {
    answers: {
      'network.read': () => system,
      'network.check': () => new Promise((_, reject) => (fail = reject)),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Run connection doctor' }))
  const checkId = checkIdOf(bridge)
  bridge.push('network.step', { checkId, step: step('name', 'running') })
  await screen.findByRole('list', { name: 'Steps' })
  fail(new AppError('DISK_FULL', 'The disk is full.'))
  expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full.')
  expect(screen.queryByRole('list', { name: 'Steps' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Run connection doctor' }))
  expect(screen.getByRole('button', { name: 'Cancel check' })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('forgets the result of a check once another one starts', async () => {
  const results = [Promise.resolve(stopped), new Promise<ConnectionCheck>(() => {})]
  renderView(<NetworkSettings />, {
    answers: {
      'network.read': () => system,
      'network.check': () => results.shift() ?? Promise.reject(new Error('No third check.')),
    },
  })
  const run = await screen.findByRole('button', { name: 'Run connection doctor' })
  await userEvent.click(run)
  await screen.findByRole('button', { name: 'Copy result' })
  await userEvent.click(run)
  expect(screen.queryByRole('button', { name: 'Copy result' })).not.toBeInTheDocument()
  expect(screen.queryByRole('list', { name: 'Steps' })).not.toBeInTheDocument()
})

it('checks the environment that is chosen, and shows how each step went on', async () => {
  const { bridge } = renderView(<NetworkSettings />, {
    answers: { 'network.read': () => system, 'network.check': () => new Promise<ConnectionCheck>(() => {}) },
  })
  const choice = await screen.findByLabelText('Environment to check')
  expect(choice).toHaveValue('staging')
  const offered = within(choice).getAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Production', 'Staging'])
  await userEvent.selectOptions(choice, 'Production')
  await userEvent.click(screen.getByRole('button', { name: 'Run connection doctor' }))
  expect(bridge.calls.find(({ name }) => name === 'network.check')?.input).toMatchObject({ environment: 'production' })
  expect(choice).toBeDisabled()
  const checkId = checkIdOf(bridge)
  const steps = () => screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-label'))
  const arrive = (of: CheckStep) => act(() => bridge.push('network.step', { checkId, step: of }))
  arrive(step('name', 'passed'))
  arrive(step('proxy', 'running'))
  expect(steps()).toEqual(['Name lookup: OK', 'Proxy: Checking…'])
  arrive(step('proxy', 'noted'))
  expect(steps()).toEqual(['Name lookup: OK', 'Proxy: Note'])
})

it('scrolls along with a check, to each step that begins and the one where it stops', async () => {
  const scrolled: (string | null)[] = []
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.getAttribute('aria-label'))
  })
  onTestFinished(() => scroll.mockRestore())
  const { bridge } = renderView(<NetworkSettings />, {
    answers: { 'network.read': () => system, 'network.check': () => new Promise<ConnectionCheck>(() => {}) },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Run connection doctor' }))
  const checkId = checkIdOf(bridge)
  for (const state of ['passed', 'noted', 'skipped', 'running', 'stopped'] as const) {
    act(() => bridge.push('network.step', { checkId, step: step('tls', state) }))
  }
  expect(scrolled).toEqual(['TLS and certificate: Checking…', 'TLS and certificate: Failed'])
})

it('returns to the password when the sign-in to a proxy could not be saved', async () => {
  renderView(<NetworkSettings />, {
    answers: {
      'network.read': () => ({ ...system, proxies: [{ proxy, signIn: 'none' }] }),
      'network.saveSignIn': () => {
        throw new AppError('KEYCHAIN_LOCKED', '')
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: `Sign in to ${proxy}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in to the proxy' }))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'anna' } })
  fireEvent.change(dialog.getByLabelText('Password'), { target: { value: password } })
  await userEvent.click(dialog.getByRole('button', { name: 'Save sign-in' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('The keychain is locked')
  expect(dialog.getByLabelText('Password')).toHaveFocus()
  expect(dialog.getByLabelText('Password')).toHaveValue(password)
})

it('says on its field why the name for a proxy is refused', async () => {
  const message = 'This name is too long for this proxy.'
  renderView(<NetworkSettings />, {
    answers: {
      'network.read': () => ({ ...system, proxies: [{ proxy, signIn: 'none' }] }),
      'network.saveSignIn': () => {
        throw new AppError('INVALID_INPUT', '', { fields: [{ path: ['name'], message }] })
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: `Sign in to ${proxy}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in to the proxy' }))
  const name = dialog.getByLabelText('Name')
  fireEvent.change(name, { target: { value: 'anna' } })
  fireEvent.change(dialog.getByLabelText('Password'), { target: { value: password } })
  await userEvent.click(dialog.getByRole('button', { name: 'Save sign-in' }))
  await waitFor(() => expect(name).toHaveAccessibleDescription(message))
  expect(name).toHaveFocus()
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
})

it('says on its field that a proxy address is too long, without sending it', async () => {
  const { bridge } = renderView(<NetworkSettings />, { answers: { 'network.read': () => system } })
  await userEvent.selectOptions(await screen.findByLabelText('Proxy'), 'Manual')
  const address = screen.getByLabelText('Proxy address')
  fireEvent.change(address, { target: { value: `${'p'.repeat(300)}.example:8080` } })
  await userEvent.click(screen.getByRole('button', { name: 'Save proxy' }))
  expect(address).toHaveAccessibleDescription(/300 characters/)
  expect(address).toHaveFocus()
  expect(bridge.calls.map(({ name }) => name)).not.toContain('network.save')
})

it('says on its field why the address of a PAC file is refused', async () => {
  const message = 'It must start with https://.'
  const refused = () => {
    throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['pacUrl'], message }] })
  }
  renderView(<NetworkSettings />, { answers: { 'network.read': () => system, 'network.save': refused } })
  await userEvent.selectOptions(await screen.findByLabelText('Proxy'), 'Automatic configuration (PAC)')
  const address = screen.getByLabelText('Configuration address')
  fireEvent.change(address, { target: { value: 'https://proxy.example/x' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save proxy' }))
  await waitFor(() => expect(address).toHaveAccessibleDescription(new RegExp(message)))
  expect(address).toHaveFocus()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('leads to what a proxy sign-in lacks, until nothing does, and closes when it is saved', async () => {
  const { bridge } = renderView(<NetworkSettings />, {
    answers: {
      'network.read': () => ({ ...system, proxies: [{ proxy, signIn: 'none' }] }),
      'network.saveSignIn': () => ({ kept: 'keychain' }),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: `Sign in to ${proxy}` }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign in to the proxy' })
  const [name, secret] = ['Name', 'Password'].map((label) => within(dialog).getByLabelText(label))
  if (name === undefined || secret === undefined) throw new Error('The dialog has two fields.')
  const buttons = within(dialog).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Cancel', 'Save sign-in'])
  const save = () => userEvent.click(within(dialog).getByRole('button', { name: 'Save sign-in' }))
  const saved = () => bridge.calls.filter((call) => call.name === 'network.saveSignIn')
  for (const field of [name, secret]) expect(field).toHaveAttribute('spellcheck', 'false')
  await save()
  expect(name).toHaveFocus()
  // False: the browser does not send the form, which would load the page anew.
  expect(fireEvent.submit(dialog.querySelector('form') ?? dialog)).toBe(false)
  fireEvent.change(name, { target: { value: 'anna' } })
  await save()
  expect(secret).toHaveFocus()
  expect(name).toBeValid()
  expect(saved()).toEqual([])
  fireEvent.change(secret, { target: { value: password } })
  await save()
  expect(secret).toBeValid()
  expect(saved()).toHaveLength(1)
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
})

it.each([
  ['Cancel', (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('saves no proxy sign-in on %s', async (_, leave) => {
  const { bridge } = renderView(<NetworkSettings />, {
    answers: { 'network.read': () => ({ ...system, proxies: [{ proxy, signIn: 'none' }] }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: `Sign in to ${proxy}` }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign in to the proxy' })
  await leave(dialog)
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(bridge.calls.map(({ name }) => name)).not.toContain('network.saveSignIn')
})
