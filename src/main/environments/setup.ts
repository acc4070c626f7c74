// Pure steps from one state of the settings to the next, and values derived from a state.
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import type { TokenPlace } from '../keychain/tokens'
import { originOf } from '../service/address'
import { EnvironmentSettings, isOf, type Settings, type WorkspaceEntry } from '../settings/schema'

type Step = (before: EnvironmentSettings) => EnvironmentSettings

export function withEnvironment(current: Settings, name: EnvironmentName, step: Step): Settings {
  const before = current.environments[name]
  const after = step(before)
  const changed = { ...current, environments: { ...current.environments, [name]: after } }
  if (name !== 'production' || before.baseAddress === null || before.baseAddress === after.baseAddress) return changed
  return { ...changed, formerProduction: [...new Set([...current.formerProduction, before.baseAddress])] }
}

/** Makes it the active workspace, and the one that its environment opens with from now on. */
export function withActive(current: Settings, workspace: WorkspaceRef): Settings {
  const { environment, organisationId, workspaceId } = workspace
  const opened = withEnvironment(current, environment, (before) => ({
    ...before,
    lastOpened: { organisationId, workspaceId },
  }))
  return { ...opened, active: workspace }
}

/** Renames a workspace that is there, or adds one at the end. */
export function withWorkspace(workspaces: readonly WorkspaceEntry[], entry: WorkspaceEntry): WorkspaceEntry[] {
  const isSame = (other: WorkspaceEntry) => isOf(other, entry)
  return workspaces.some(isSame) ? workspaces.map((other) => (isSame(other) ? entry : other)) : [...workspaces, entry]
}

/** Remembers where a token was kept: a keychain cannot be asked what it holds. */
export function withTokenPlace(before: EnvironmentSettings, organisationId: string, origin: string) {
  const isKnown = before.tokenPlaces.some((place) => place.organisationId === organisationId && place.origin === origin)
  return isKnown ? before : { ...before, tokenPlaces: [...before.tokenPlaces, { organisationId, origin }] }
}

/** Every place where a token may be kept. */
export function tokenPlacesIn(current: Settings, environment: EnvironmentName): readonly TokenPlace[] {
  const { tokenPlaces, baseAddress, workspaces } = current.environments[environment]
  const origin = originOf(baseAddress)
  // Profiles of earlier versions remember no places.
  const ofWorkspaces = origin === null ? [] : workspaces.map(({ organisationId }) => ({ organisationId, origin }))
  return [...tokenPlaces, ...ofWorkspaces].map((place) => ({ environment, ...place }))
}

export function withoutWorkspace(current: Settings, workspace: WorkspaceRef): Settings {
  const left = withEnvironment(current, workspace.environment, (before) => ({
    ...before,
    workspaces: before.workspaces.filter((entry) => !isOf(entry, workspace)),
  }))
  return withAnotherActive(left)
}

export function withoutEnvironment(current: Settings, name: EnvironmentName): Settings {
  return withAnotherActive(withEnvironment(current, name, () => EnvironmentSettings.parse({})))
}

export function workspacesIn(current: Settings, environment: EnvironmentName): readonly WorkspaceRef[] {
  return current.environments[environment].workspaces.map(({ organisationId, workspaceId }) => {
    return { environment, organisationId, workspaceId }
  })
}

/** The workspace that an environment opens with: the one opened there last, otherwise the first. null = it has none. */
export function entranceOf(current: Settings, name: EnvironmentName): WorkspaceRef | null {
  const { workspaces, lastOpened } = current.environments[name]
  const last = lastOpened && workspaces.find((entry) => isOf(entry, lastOpened))
  const entry = last ?? workspaces[0]
  return entry ? { environment: name, organisationId: entry.organisationId, workspaceId: entry.workspaceId } : null
}

/** Replaces an active workspace that is gone: by another of its environment, then of any other, production last. */
function withAnotherActive(current: Settings): Settings {
  const { active } = current
  if (active === null) return current
  const isThere = current.environments[active.environment].workspaces.some((entry) => isOf(entry, active))
  if (isThere) return current
  const order: readonly EnvironmentName[] = [active.environment, 'staging', 'development', 'sandbox', 'production']
  const next = order.map((name) => entranceOf(current, name)).find((workspace) => workspace !== null)
  return next ? withActive(current, next) : { ...current, active: null }
}
