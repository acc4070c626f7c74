import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { Address } from '../../testing/Address'
import { announced } from '../../testing/announced'
import { testEnvironments, testInSandbox, testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { EnvironmentMenu } from './EnvironmentMenu'
import { ReadOnly } from './ReadOnly'
import { WorkspaceMenu } from './WorkspaceMenu'

const production = { ...testWorkspace, environment: 'production' as const }
const opened = (bridge: { calls: readonly { name: string; input: unknown }[] }) =>
  bridge.calls.filter(({ name }) => name === 'environments.open')

async function choose(name: RegExp) {
  await userEvent.click(await screen.findByRole('button', { name: 'Environment: Staging' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

it('asks before opening production, focuses Cancel, and stays put when declined', async () => {
  const { bridge } = renderView(<EnvironmentMenu />)
  await choose(/Production/)
  const dialog = await screen.findByRole('dialog', { name: 'Open Production?' })
  expect(dialog).toHaveTextContent('It opens read-only')
  const cancel = within(dialog).getByRole('button', { name: 'Cancel' })
  await waitFor(() => expect(cancel).toHaveFocus())
  await userEvent.click(cancel)
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(opened(bridge)).toEqual([])
})

it('focuses the first environment when opened by keyboard', async () => {
  renderView(<EnvironmentMenu />)
  screen.getByRole('button', { name: 'Environment: Staging' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('menuitem', { name: /Production/ })).toHaveFocus())
})

it('says when editing in production is already unlocked', async () => {
  const environments = testEnvironments.environments.map((each) => ({ ...each, isLocked: false }))
  renderView(<EnvironmentMenu />, { answers: { 'environments.list': () => ({ ...testEnvironments, environments }) } })
  await choose(/Production/)
  const dialog = await screen.findByRole('dialog', { name: 'Open Production?' })
  expect(dialog).toHaveTextContent('Editing is unlocked.')
  expect(dialog).not.toHaveTextContent('read-only')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
})

it('opens production when confirmed', async () => {
  const { bridge } = renderView(<EnvironmentMenu />, { answers: { 'environments.open': () => null } })
  await choose(/Production/)
  await userEvent.click(await screen.findByRole('button', { name: 'Open Production' }))
  await waitFor(() => expect(opened(bridge)).toEqual([{ name: 'environments.open', input: { workspace: production } }]))
})

it('opens the environment’s last open workspace, from the menu and by shortcut', async () => {
  const last = { ...production, environment: 'development' as const, workspaceId: 'last' }
  const ofDevelopment = (workspaceId: string) => ({
    ...{ ref: { ...last, workspaceId }, name: workspaceId, canCreateInsights: true },
    token: { kept: 'keychain' as const, expiresAt: null },
  })
  const environments = testEnvironments.environments.map((each) =>
    each.name === 'development'
      ? { ...each, workspaces: [ofDevelopment('first'), ofDevelopment('last')], entrance: last }
      : each,
  )
  const { bridge } = renderView(<EnvironmentMenu />, {
    answers: { 'environments.list': () => ({ ...testEnvironments, environments }), 'environments.open': () => null },
  })
  const toLast = { name: 'environments.open', input: { workspace: last } }
  await choose(/Development/)
  await waitFor(() => expect(opened(bridge)).toEqual([toLast]))
  await userEvent.keyboard('{Control>}3{/Control}')
  await waitFor(() => expect(opened(bridge)).toEqual([toLast, toLast]))
})

it('asks before opening production by shortcut too', async () => {
  renderView(<EnvironmentMenu />)
  await screen.findByRole('button', { name: 'Environment: Staging' })
  await userEvent.keyboard('{Control>}1{/Control}')
  expect(await screen.findByRole('dialog', { name: 'Open Production?' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
})

it('starts the sandbox without asking', async () => {
  const { bridge } = renderView(<EnvironmentMenu />, {
    answers: { 'environments.exploreSandbox': () => ({ workspace: { ...testWorkspace, environment: 'sandbox' } }) },
  })
  await choose(/Sandbox/)
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('environments.exploreSandbox'))
})

it('leaves the unlock question to main, and announces the unlock only when confirmed', async () => {
  let isUnlocked = false
  const { bridge } = renderView(<ReadOnly />, {
    answers: {
      'environments.list': () => ({ ...testEnvironments, active: production }),
      'environments.unlock': () => ({ isUnlocked }),
    },
  })
  expect(await screen.findByText('Read-only')).toBeInTheDocument()
  const unlock = screen.getByRole('button', { name: 'Unlock editing' })
  const unlocks = () => bridge.calls.filter(({ name }) => name === 'environments.unlock')
  await userEvent.click(unlock)
  await waitFor(() =>
    expect(unlocks()).toEqual([{ name: 'environments.unlock', input: { environment: 'production' } }]),
  )
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  isUnlocked = true
  await userEvent.click(unlock)
  expect(await screen.findByText('Editing unlocked in Production')).toBeInTheDocument()
  expect(unlocks()).toHaveLength(2)
})

it('says when main did not ask, instead of treating it as a refusal', async () => {
  renderView(<ReadOnly />, {
    answers: {
      'environments.list': () => ({ ...testEnvironments, active: production }),
      'environments.unlock': () => {
        throw new AppError('NOT_ASKED', 'The last one was cancelled.')
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Unlock editing' }))
  expect(await screen.findByText(/Click or press Enter in the window, then try again/)).toBeInTheDocument()
})

it('shows that production is unlocked, and locks it again', async () => {
  const environments = testEnvironments.environments.map((each) => ({ ...each, isLocked: false }))
  const { bridge } = renderView(<ReadOnly />, {
    answers: {
      'environments.list': () => ({ ...testEnvironments, environments, active: production }),
      'environments.lock': () => null,
    },
  })
  expect(await screen.findByText('Unlocked')).toBeInTheDocument()
  expect(screen.queryByText('Read-only')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Lock editing' }))
  const locked = { name: 'environments.lock', input: { environment: 'production' } }
  await waitFor(() => expect(bridge.calls).toContainEqual(locked))
  await announced('Editing locked in Production')
})

it('does not show Read-only where editing is open', async () => {
  renderView(
    <>
      <EnvironmentMenu />
      <ReadOnly />
    </>,
  )
  await screen.findByRole('button', { name: 'Environment: Staging' })
  expect(screen.queryByText('Read-only')).not.toBeInTheDocument()
})

it('says how many workspaces each environment has', async () => {
  const environments = testEnvironments.environments.map((each) =>
    each.name === 'staging' ? { ...each, workspaces: [...each.workspaces, ...each.workspaces] } : each,
  )
  renderView(<EnvironmentMenu />, { answers: { 'environments.list': () => ({ ...testEnvironments, environments }) } })
  await userEvent.click(await screen.findByRole('button', { name: 'Environment: Staging' }))
  const items = await screen.findAllByRole('menuitem')
  const details = ['1 workspace', '2 workspaces', 'Not connected', 'A fictional company on this computer']
  expect(items).toHaveLength(details.length)
  for (const [place, words] of details.entries()) {
    expect(within(items[place] ?? document.body).getByText(words)).toBeInTheDocument()
  }
})

it('marks the open environment, and shows the shortcuts of the others', async () => {
  renderView(<EnvironmentMenu />)
  await userEvent.click(await screen.findByRole('button', { name: 'Environment: Staging' }))
  const item = await screen.findByRole('menuitem', { name: /Staging/ })
  expect(within(item).getByLabelText('open')).toBeInTheDocument()
  expect(item).not.toHaveTextContent(/Ctrl/)
  const other = screen.getByRole('menuitem', { name: /Production/ })
  expect(within(other).queryByLabelText('open')).not.toBeInTheDocument()
  expect(other).toHaveTextContent('Ctrl+1')
})

it('starts nothing when the open environment is chosen again', async () => {
  const { bridge } = renderView(<EnvironmentMenu />, { answers: { 'environments.list': () => testInSandbox } })
  await userEvent.click(await screen.findByRole('button', { name: 'Environment: Sandbox' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Sandbox/ }))
  await waitFor(() => expect(screen.queryByRole('menuitem')).not.toBeInTheDocument())
  expect(bridge.calls.map(({ name }) => name)).not.toContain('environments.exploreSandbox')
})

it('stays in the open environment when it is chosen again while the sandbox is starting', async () => {
  const { bridge } = renderView(<EnvironmentMenu />, {
    answers: { 'environments.exploreSandbox': () => new Promise(() => {}), 'environments.open': () => null },
  })
  await choose(/Sandbox/)
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('environments.exploreSandbox'))
  await choose(/Staging/)
  await waitFor(() =>
    expect(opened(bridge)).toEqual([{ name: 'environments.open', input: { workspace: testWorkspace } }]),
  )
})

describe('the menu of workspaces', () => {
  const view = (
    <>
      <WorkspaceMenu />
      <Address />
    </>
  )
  const press = async (name: string | RegExp) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Workspace: Trial bikes' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }

  it('marks the open workspace, and opens another one of the environment', async () => {
    const other = { ...testWorkspace, workspaceId: 'other' }
    const environments = testEnvironments.environments.map((each) => ({
      ...each,
      workspaces: each.workspaces.flatMap((workspace) =>
        each.name === 'staging' ? [workspace, { ...workspace, name: 'More bikes', ref: other }] : workspace,
      ),
    }))
    const { bridge } = renderView(view, {
      answers: { 'environments.list': () => ({ ...testEnvironments, environments }), 'environments.open': () => null },
    })
    await press(/More bikes/)
    await waitFor(() => expect(opened(bridge)).toEqual([{ name: 'environments.open', input: { workspace: other } }]))
    await userEvent.click(screen.getByRole('button', { name: 'Workspace: Trial bikes' }))
    const [current, another, ...rest] = await screen.findAllByRole('menuitem')
    expect([current, another].map((item) => item?.textContent)).toEqual(['Trial bikes', 'More bikes'])
    expect(rest.map(({ textContent }) => textContent)).toEqual(['Connect a workspace…'])
    expect(screen.getByLabelText('open')).toBe(current?.querySelector('[aria-label="open"]'))
  })

  it('opens another workspace of production without asking when production is open', async () => {
    const other = { ...production, workspaceId: 'other' }
    const environments = testEnvironments.environments.map((each) => ({
      ...each,
      workspaces: each.workspaces.flatMap((workspace) =>
        each.name === 'production' ? [workspace, { ...workspace, name: 'More bikes', ref: other }] : workspace,
      ),
    }))
    const { bridge } = renderView(view, {
      answers: {
        'environments.list': () => ({ ...testEnvironments, active: production, environments }),
        'environments.open': () => null,
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Workspace: Real bikes' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'More bikes' }))
    await waitFor(() => expect(opened(bridge)).toEqual([{ name: 'environments.open', input: { workspace: other } }]))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it.each([
    ['staging', testEnvironments, '/connect?environment=staging'],
    ['the sandbox, which has one only, no environment', testInSandbox, '/connect'],
  ])('leads to the form that connects one, for %s', async (_, list, address) => {
    renderView(view, { answers: { 'environments.list': () => list } })
    await press('Connect a workspace…')
    expect(screen.getByLabelText('Address').textContent).toBe(address)
  })
})
