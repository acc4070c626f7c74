// Texts of the settings: sentences, steps of a check, sizes and tokens.

import type { TokenState } from '../../../contract/features/environments'
import type { CheckStep, CheckStepName, ConnectionCheck } from '../../../contract/features/network'
import { readTime, relativeTime } from '../../ui/relative-time'

export const settingsTexts = {
  linksOpenApp: 'Links that start with discovery-desk:// open this app.',
  onlyInstalledApps: 'This system only opens links with installed apps.',
  updatesOff: 'Updates are off: no update address is set.',
  notChecked: 'Not checked for updates yet.',
  upToDate: 'Discovery Desk is up to date.',
  doctor: 'Checks the connection to a service step by step. It only reads, and the result contains no secrets.',
  connectFirst: 'Connect a workspace first.',
  inMemoryOnly: 'In memory only. Gone when the app closes.',
  environment: 'Service address, workspaces and tokens.',
  sandboxNeedsNothing: 'The sandbox runs on this computer and needs no settings.',
  keysDeletedLater:
    'The keychain isn’t available. Any access tokens and encryption key stored in it will be deleted as soon as it is.',
  serviceUnchanged: 'The service isn’t affected.',
  singleKeys:
    'Shortcuts like R or J work without a modifier key. Turn them off if they interfere with dictation or assistive technology.',
  proxyScope: 'For services on other computers. A service on this computer never goes through a proxy.',
  pacFile: 'The address of your network’s PAC file.',
  proxyAddress: 'Host and port, like proxy.example:8080.',
  noSignInSaved: 'No sign-in saved.',
  signInRequired: 'Requires a name and password.',
  signInSaved: 'Sign-in saved.',
  signInRejected: 'Rejected the saved name and password. They won’t be tried again until you replace them.',
  network: 'How this computer reaches your services and updates.',
  relationshipsParameter: 'The query parameter that requests related records.',
  relationshipsValue: 'The related records to request.',
  unsavedChanges: 'Unsaved changes.',
  idsNotUuids: 'Its IDs aren’t UUIDs, so you can read insights but not create them.',
} as const

/** The steps of a check, on screen and as text to send to someone. */
export const stepLabels: Readonly<Record<CheckStepName, string>> = {
  name: 'Name lookup',
  proxy: 'Proxy',
  tcp: 'TCP connection',
  tls: 'TLS and certificate',
  signIn: 'Sign-in',
  permissions: 'Permissions',
  latency: 'Latency',
  size: 'Size',
}

export const stateLabels: Readonly<Record<CheckStep['state'], string>> = {
  running: 'Checking…',
  passed: 'OK',
  noted: 'Note',
  stopped: 'Failed',
  skipped: 'Skipped',
}

/** "Works" or the step where it failed. */
export function resultText({ steps }: Pick<ConnectionCheck, 'steps'>): string {
  const stop = steps.find(({ state }) => state === 'stopped')
  return stop ? `The connection failed at: ${stepLabels[stop.name]}.` : 'The connection works.'
}

/** Main puts no secrets into its steps. */
export function checkText({ subject, steps }: ConnectionCheck, at: string): string {
  const lines = steps.flatMap(({ name, state, came, ask, details }) => [
    `${stepLabels[name]}: ${stateLabels[state]}. ${came}`,
    ...details.map((detail) => `  ${detail}`),
    ...(ask === null ? [] : [`  ${ask}`]),
  ])
  return [`Connection check of ${subject}, ${at}`, resultText({ steps }), '', ...lines].join('\n')
}

const keptWords: Readonly<Record<TokenState['kept'], string>> = {
  none: 'No access token',
  keychain: 'Access token in the keychain',
  session: 'Access token kept until the app closes',
}

/** Where the token is kept, and its stated expiry. */
export function tokenWords({ kept, expiresAt }: TokenState, now: number): string {
  const time = expiresAt === null ? null : readTime(expiresAt)
  if (kept === 'none' || time === null) return keptWords[kept]
  return `${keptWords[kept]}, ${time <= now ? 'expired' : 'expires'} ${relativeTime(time, now)}`
}
