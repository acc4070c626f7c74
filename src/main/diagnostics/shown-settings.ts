// The settings as diagnostics show them: each field is named here, so that a new one is left out until somebody decides. Names
// and ids of workspaces, words of filters and what a person typed are left out.
import { EnvironmentName, type WorkspaceRef } from '../../contract/workspace'
import { originOf } from '../service/address'
import { defaultSettings, type EnvironmentSettings, isOf, type Settings } from '../settings/schema'

const plain = defaultSettings('00000000-0000-4000-8000-000000000000').environments.staging

export function shownSettings({ version, environments, active, preferences, window, ...rest }: Settings): object {
  const { colorScheme, density, hasSingleKeys, paneWidths, columnLayouts, lastRoute } = preferences
  return {
    version,
    openEnvironment: active?.environment ?? null,
    environments: Object.fromEntries(
      EnvironmentName.options.map((name) => [name, shownEnvironment(environments[name])]),
    ),
    formerAddressesOfProduction: rest.formerProduction.length,
    secretsToDelete: rest.undeletedAccounts.length,
    window,
    preferences: {
      ...{ colorScheme, density, hasSingleKeys, paneWidths },
      columnLayouts: Object.keys(columnLayouts).length,
      lastView: /^\/[a-z]+/.exec(lastRoute)?.[0] ?? '/',
    },
  }
}

function shownEnvironment(environment: EnvironmentSettings): object {
  const { baseAddress, relationshipsParameter, relationshipsValue, workspaces } = environment
  return {
    server: originOf(baseAddress),
    hasPath: baseAddress !== null && originOf(baseAddress) !== baseAddress,
    isRelationshipsParameterChanged:
      relationshipsParameter !== plain.relationshipsParameter || relationshipsValue !== plain.relationshipsValue,
    workspaces: workspaces.length,
    tokens: environment.tokenPlaces.length,
    requiresReviewOnOpen: environment.requiresReviewOnOpen,
  }
}

/** "staging 2": the second workspace of the environment in the settings, without its name or id. */
export function numberedWorkspace({ environments }: Settings, workspace: WorkspaceRef): string {
  const { environment } = workspace
  const place = environments[environment].workspaces.findIndex((entry) => isOf(entry, workspace))
  return place === -1 ? `${environment}, removed` : `${environment} ${place + 1}`
}
