// The steps of a check in words, on screen and as text to send to someone.
import type { CheckStep, CheckStepName, ConnectionCheck } from '../../../contract/features/network'

export const stepLabels: Readonly<Record<CheckStepName, string>> = {
  name: 'Name',
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
  stopped: 'Stops here',
  skipped: 'Skipped',
}

/** "Works" or the step where it stops. */
export function resultText({ steps }: Pick<ConnectionCheck, 'steps'>): string {
  const stop = steps.find(({ state }) => state === 'stopped')
  return stop ? `The connection stops at: ${stepLabels[stop.name]}.` : 'The connection works.'
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
