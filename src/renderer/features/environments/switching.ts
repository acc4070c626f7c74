// Going to another environment or workspace. Production is entered knowingly: it is asked for first, wherever the wish
// comes from (menu, palette, key).

import { notifyManager, useMutation } from '@tanstack/react-query'
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
  /** At `address`; where it was left without one. */
  openWorkspace(workspace: WorkspaceRef, address?: string): Promise<void>
  /** The workspace that was last open there; the connect form where it has none; the sandbox is started. */
  openEnvironment(name: EnvironmentName): Promise<void>
}

export function useSwitching(): Switching {
  const { environments, active } = useEnvironments()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const wanted = useRef<string | null>(null)

  async function mayEnter(name: EnvironmentName): Promise<boolean> {
    if (name !== 'production' || active?.environment === 'production') return true
    const isLocked = environments.find((environment) => environment.name === name)?.isLocked !== false
    const way = isLocked ? 'It opens read-only.' : 'Editing is unlocked until the app closes.'
    return confirm({
      title: 'Open Production?',
      text: `Production is your organisation’s live workspace. ${way}`,
      confirmLabel: 'Open Production',
      tone: 'danger',
    })
  }

  // Also when the menu that it was asked from is gone by then.
  const arrive = {
    onSuccess() {
      const address = wanted.current ?? (goesAsLeft(pathname) ? null : asLeft)
      // After the workspace is rendered, of which main tells before it answers: until then the page would take the address
      // for one of another workspace.
      if (address !== null) notifyManager.schedule(() => void navigate(address))
    },
    onError: notifyError,
  }
  const open = useMutation({ ...mutationOptionsFor('environments', 'open'), ...arrive })
  const explore = useMutation({ ...mutationOptionsFor('environments', 'exploreSandbox'), ...arrive })

  async function openWorkspace(workspace: WorkspaceRef, address: string | null = null) {
    wanted.current = address
    if (active !== null && workspaceKey(active) === workspaceKey(workspace)) {
      return address === null ? undefined : navigate(address)
    }
    if (await mayEnter(workspace.environment)) open.mutate({ workspace })
  }

  async function openEnvironment(name: EnvironmentName) {
    if (active?.environment === name) return
    wanted.current = null
    if (name === 'sandbox') return explore.mutate({})
    const entrance = environments.find((environment) => environment.name === name)?.entrance ?? null
    return entrance === null ? navigate(`/connect?environment=${name}`) : openWorkspace(entrance)
  }

  return { openWorkspace, openEnvironment }
}
