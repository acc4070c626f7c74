// Switching to another environment or workspace. Entering production from elsewhere asks first, whether from a menu, the
// palette or a key; switching between its workspaces does not.

import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { EnvironmentName, WorkspaceRef } from '../../../contract/workspace'
import { workspaceKey } from '../../../contract/workspace-key'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironments } from '../../client/workspace'
import { asLeft, goesAsLeft } from '../../navigation/view-addresses'
import { confirm } from '../../ui/confirm'
import { notifyError } from '../../ui/notify'

export interface Switching {
  /** Opens at `address`, or else where it was left. */
  openWorkspace(workspace: WorkspaceRef, address?: string): Promise<void>
  /** Opens the workspace last used there, or the connect form if it has none; starts the sandbox. */
  openEnvironment(name: EnvironmentName): Promise<void>
}

export function useSwitching(): Switching {
  const { environments, active } = useEnvironments()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const queryClient = useQueryClient()
  const wanted = useRef<string | null>(null)

  /** Another workspace is being opened, so that staying in the active one takes a call, too. */
  const isLeaving = () =>
    (['open', 'exploreSandbox'] as const).some(
      (way) => queryClient.isMutating(mutationOptionsFor('environments', way)) > 0,
    )

  async function mayEnter(name: EnvironmentName): Promise<boolean> {
    if (name !== 'production' || active?.environment === 'production') return true
    const isLocked = environments.find((environment) => environment.name === name)?.isLocked !== false
    const way = isLocked ? 'It opens read-only.' : 'Editing is unlocked.'
    return confirm({
      title: 'Open Production?',
      text: `Production is your organisation’s live workspace. ${way}`,
      confirmLabel: 'Open Production',
      tone: 'danger',
    })
  }

  // Also runs when the menu that asked is already gone.
  const arrive = {
    onSuccess() {
      const address = wanted.current ?? (goesAsLeft(pathname) ? null : asLeft)
      // Waits until the workspace is rendered, which main reports before it answers: earlier, the page would take the
      // address for one of another workspace.
      if (address !== null) notifyManager.schedule(() => void navigate(address))
    },
    onError: notifyError,
  }
  const open = useMutation({ ...mutationOptionsFor('environments', 'open'), ...arrive })
  const explore = useMutation({ ...mutationOptionsFor('environments', 'exploreSandbox'), ...arrive })

  async function openWorkspace(workspace: WorkspaceRef, address: string | null = null) {
    wanted.current = address
    if (active !== null && workspaceKey(active) === workspaceKey(workspace) && !isLeaving()) {
      return address === null ? undefined : navigate(address)
    }
    if (await mayEnter(workspace.environment)) open.mutate({ workspace })
  }

  async function openEnvironment(name: EnvironmentName) {
    if (active?.environment === name && !isLeaving()) return
    wanted.current = null
    if (name === 'sandbox') return explore.mutate({})
    const entrance = environments.find((environment) => environment.name === name)?.entrance ?? null
    return entrance === null ? navigate(`/connect?environment=${name}`) : openWorkspace(entrance)
  }

  return { openWorkspace, openEnvironment }
}
