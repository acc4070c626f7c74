// Network: the proxy settings for all environments of this computer, and the check of a connection step by step.
import { z } from 'zod'
import { command, query } from '../call'
import { EnvironmentName } from '../workspace'
import { atMost } from './field-words'

export const ProxyMode = z.enum(['system', 'none', 'pac', 'manual'])
export type ProxyMode = z.infer<typeof ProxyMode>

/** The entries of the other modes stay, so that a person can go back to them. */
export const ProxySettings = z.strictObject({
  mode: ProxyMode,
  /** The address of an automatic configuration file. */
  pacUrl: z.string().trim().max(1000, atMost(1000)),
  /** host:port */
  proxy: z.string().trim().max(300, atMost(300)),
})
export type ProxySettings = z.infer<typeof ProxySettings>

/** needed: the proxy asked, and no sign-in is saved. refused: it did not accept the saved one. */
export const ProxySignInState = z.enum(['none', 'needed', 'saved', 'refused'])

export const NetworkView = z.object({
  settings: ProxySettings,
  /** Proxies that a person may sign in to: that of the settings, and those that asked since the app started. */
  proxies: z.array(z.object({ proxy: z.string(), signIn: ProxySignInState })),
})
export type NetworkView = z.infer<typeof NetworkView>

export const ProxySignIn = z.strictObject({
  proxy: z.string().max(300),
  name: z
    .string()
    .trim()
    .min(1, 'Enter the name.')
    .max(200, atMost(200))
    .regex(/^[^:]*$/, 'A name can’t contain a colon.'),
  password: z.string().min(1, 'Enter the password.').max(500, atMost(500)),
})

export const CheckStepName = z.enum(['name', 'proxy', 'tcp', 'tls', 'signIn', 'permissions', 'latency', 'size'])
export type CheckStepName = z.infer<typeof CheckStepName>

/**
 * One step of a check. running: under way. noted: worth knowing, and no reason to stop. skipped: not tried, since an
 * earlier step stopped or this connection has no such step.
 */
export const CheckStep = z.object({
  name: CheckStepName,
  state: z.enum(['running', 'passed', 'noted', 'stopped', 'skipped']),
  tried: z.string(),
  came: z.string(),
  /** Whom to ask, and for what; null = nobody. */
  ask: z.string().nullable(),
  /** For example, names of certificates. */
  details: z.array(z.string()),
})
export type CheckStep = z.infer<typeof CheckStep>

export const ConnectionCheck = z.object({
  /** Workspace and service that were checked. */
  subject: z.string(),
  steps: z.array(CheckStep),
})
export type ConnectionCheck = z.infer<typeof ConnectionCheck>

export const network = {
  read: query(z.strictObject({}), NetworkView),
  /** Main asks the person. Throws INVALID_INPUT when they decline. */
  save: command(ProxySettings, z.null()),
  /** For one of the listed proxies. The password never leaves main again. */
  saveSignIn: command(ProxySignIn, z.object({ kept: z.enum(['keychain', 'session']) })),
  removeSignIn: command(ProxySignIn.pick({ proxy: true }), z.null()),
  /**
   * Checks the way to the service of an environment, with the workspace that was opened there last. Each step is pushed
   * as `network.step` too. Throws WORKSPACE_UNKNOWN, RATE_LIMITED, TOKEN_MISSING and KEYCHAIN_*.
   */
  check: command(z.strictObject({ environment: EnvironmentName, checkId: z.uuid() }), ConnectionCheck),
}
