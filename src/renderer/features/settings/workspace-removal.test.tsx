import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { ActivityEntry } from '../../../contract/features/activity'
import { Address } from '../../testing/Address'
import { testEnvironments, testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { SettingsView } from './SettingsView'

const answers = {
  'network.read': () => ({ settings: { mode: 'system' as const, pacUrl: '', proxy: '' }, proxies: [] }),
  'shell.linkOpening': () => ({ state: 'off' as const, files: [], command: null }),
  'shell.updates': () => ({ state: 'off' as const, version: null, problem: null, checkedAt: null }),
  'shell.info': () => ({
    ...{ version: '1.2.3', electron: '45.0.0', platform: 'linux' as const },
    ...{ isFallbackRuntime: false, isLibraryStopped: false, notices: [] },
  }),
  'activity.unsettled': () => [],
  'environments.measure': () => ({ bytes: 1, insights: 1, knowledge: 1, pendingChanges: 0, syncedAt: null }),
}

it('removes a workspace only after asking', async () => {
  const { bridge } = renderView(<SettingsView />, {
    answers: { ...answers, 'environments.removeWorkspace': () => null },
  })
  const removals = () => bridge.calls.filter(({ name }) => name === 'environments.removeWorkspace')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Trial bikes' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(removals()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Remove Trial bikes' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(removals().map(({ input }) => input)).toEqual([{ workspace: testWorkspace }]))
})

it('focuses the next workspace after a removal, and the link to connect one after the last', async () => {
  const [first] = testEnvironments.environments[1]?.workspaces ?? []
  if (first === undefined) throw new Error('There is a workspace to begin with.')
  const also = (name: string) => ({ ...first, name, ref: { ...first.ref, workspaceId: name } })
  let workspaces = [also('One'), also('Two')]
  renderView(<SettingsView />, {
    answers: {
      ...answers,
      'environments.list': () => ({
        ...testEnvironments,
        environments: testEnvironments.environments.map((each) =>
          each.name === first.ref.environment ? { ...each, workspaces } : each,
        ),
      }),
      'environments.removeWorkspace': ({ workspace }) => {
        workspaces = workspaces.filter(({ ref }) => ref.workspaceId !== workspace.workspaceId)
        return null
      },
    },
  })
  const remove = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Remove ${name}` }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  }
  await remove('One')
  await waitFor(() => expect(screen.getByRole('listitem', { name: 'Two' })).toHaveFocus())
  await remove('Two')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Connect a workspace…' })).toHaveFocus())
})

it('goes to the start when no workspace is open any more', async () => {
  let list = testEnvironments
  const ui = (
    <>
      <SettingsView />
      <Address />
    </>
  )
  renderView(ui, {
    route: '/settings',
    answers: {
      ...answers,
      'environments.list': () => list,
      'environments.removeWorkspace': () => {
        list = { ...testEnvironments, active: null }
        return null
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Trial bikes' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/$/))
})

it('says how many unsent changes will not be sent while the workspace is removed', async () => {
  const change = (changeId: string): ActivityEntry => ({
    ...{ changeId, workspace: testWorkspace, kind: 'createInsight', targetId: changeId, title: changeId },
    ...{
      state: 'waiting',
      error: null,
      attempts: 0,
      version: 3,
      createdAt: '2026-01-02T10:00:00.000Z',
      settledAt: null,
    },
  })
  let unsettled = [change('a'), change('b')]
  const { bridge } = renderView(<SettingsView />, { answers: { ...answers, 'activity.unsettled': () => unsettled } })
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Trial bikes' }))
    return screen.findByRole('dialog', { name: 'Remove Trial bikes?' })
  }
  expect(await ask()).toHaveTextContent('2 unsent changes won’t be sent while')
  expect(bridge.calls).toContainEqual({ name: 'activity.unsettled', input: { workspace: testWorkspace } })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  unsettled = [change('a')]
  expect(await ask()).toHaveTextContent('1 unsent change won’t be sent while')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  unsettled = []
  expect(await ask()).not.toHaveTextContent('be sent')
})
