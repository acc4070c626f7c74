// Assembles the sandbox from seed, earlier changes, tokens and port.
import { generatedEmbeddingLength, generatedWorkspace } from './generator/generated-workspace'
import { foreignOrganisationId, organisationId, workspaceId, workspaceName } from './seed/identifiers'
import { seededWorkspace } from './seed/workspace'
import { listen } from './server/listen'
import { type Permission, signToken } from './server/tokens'
import type { Header } from './state/data-file'
import { openState } from './state/open-state'
import { createStore } from './state/store'
import { story } from './story'
import { type Variant, withoutSeconds } from './variants'
import type { WorkspaceSource } from './workspace'

export interface SandboxOptions {
  /** Absent: the port of the last start with this data file when it is free, else any free port. */
  readonly port?: number
  /** Exact number of insights, generated beyond the seeded ones; absent: the seeded ones. */
  readonly insights?: number
  /** File that keeps the changes; absent: memory, for the life of the process. */
  readonly dataFile?: string
  /** Name of the query parameter of *list insights*; default `relationships`. */
  readonly relationshipsParameter?: string
  /** Strong `ETag`s and 304 on the lists. The service does not document any, so default off. */
  readonly hasValidators?: boolean
  /** Forms of the wire to send instead of the default ones. */
  readonly variants?: readonly Variant[]
  /** The day from which ages count back, YYYY-MM-DD; default: today in UTC. */
  readonly today?: string
  /** Limit beyond which a body is refused with 413; default 1 MiB. */
  readonly bodyLimitBytes?: number
  readonly now?: () => Date
}

interface Named {
  readonly id: string
  readonly title: string
}

interface SandboxAccess {
  readonly baseUrl: string
  readonly organisationId: string
  readonly workspaceId: string
  readonly workspaceName: string
  /** Permits reading and changing; lives for 30 days, longer than anybody keeps the app open. */
  readonly token: string
  readonly expiredToken: string
  /** Valid, but of another organisation. */
  readonly foreignToken: string
  /** Valid, but may not change anything. */
  readonly readOnlyToken: string
  /** No operation lists these two kinds, so a person could not find their ids. */
  readonly metrics: readonly Named[]
  readonly topics: readonly Named[]
}

export interface RunningSandbox extends SandboxAccess {
  /** Lets a week pass: adds insights, moves scores, removes some. Resolves when it is saved and visible. */
  passWeek(): Promise<void>
  /** Offline: closes the port and its connections. Online: opens the same port again, or rejects if that was taken. */
  setOnline(isOnline: boolean): Promise<void>
  close(): Promise<void>
}

const dayMs = 86_400_000
const readWrite: readonly Permission[] = ['workspace:read', 'workspace:write']

async function tokensOf(secret: Uint8Array, now: Date) {
  const issuedAt = now
  const expiresAt = new Date(now.getTime() + 30 * dayMs)
  const own = { organisationId, permissions: readWrite, issuedAt, expiresAt }
  const yesterday = new Date(now.getTime() - dayMs)
  const lastMonth = new Date(now.getTime() - 30 * dayMs)
  const [token, expiredToken, foreignToken, readOnlyToken] = await Promise.all([
    signToken(secret, own),
    signToken(secret, { ...own, issuedAt: lastMonth, expiresAt: yesterday }),
    signToken(secret, { ...own, organisationId: foreignOrganisationId }),
    signToken(secret, { ...own, permissions: ['workspace:read'] }),
  ])
  return { token, expiredToken, foreignToken, readOnlyToken }
}

function namesOf(source: WorkspaceSource) {
  return {
    metrics: [...source.metrics.values()].map(({ id, label }) => ({ id, title: label })),
    topics: [...source.topics.values()].map(({ fields }) => ({ id: fields.id, title: fields.title })),
  }
}

function sourceOf({ today, insights }: Header): WorkspaceSource {
  if (insights === null) return seededWorkspace(story, today)
  return generatedWorkspace(seededWorkspace(story, today, generatedEmbeddingLength), insights, today)
}

/**
 * Rejects with the system's error when the port cannot be had, and with words for a person when the data file cannot be
 * used (it is left as it was).
 */
export async function startService(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const now = options.now ?? (() => new Date())
  const state = await openState(options, now())
  const { header } = state
  const variants = new Set(options.variants)
  const seeded = sourceOf(header)
  const source = variants.has('dates-without-seconds') ? withoutSeconds(seeded) : seeded
  const secret = Buffer.from(header.secret, 'hex')
  const settings = {
    relationshipsParameter: options.relationshipsParameter ?? 'relationships',
    hasValidators: options.hasValidators ?? false,
    variants,
    bodyLimitBytes: options.bodyLimitBytes ?? 1024 * 1024,
    now,
    instance: header.instance,
  }
  const store = createStore(source, state.journal, state.changes)
  const service = { store, settings, secret, organisationId, workspaceId }
  try {
    const choice = { port: options.port ?? state.lastPort ?? 0, isOnlyPreferred: options.port === undefined }
    const listener = await listen(service, choice)
    await state.noteListening(listener.port)
    const access = { baseUrl: listener.baseUrl, organisationId, workspaceId, workspaceName }
    const passWeek = () =>
      store.write(() => ({ answer: undefined, change: { kind: 'week-passed', at: now().toISOString() } }))
    const close = async () => {
      await listener.close()
      await store.settled()
      await state.close()
    }
    const setOnline = (isOnline: boolean) => (isOnline ? listener.reopen() : listener.close())
    return { ...access, ...(await tokensOf(secret, now())), ...namesOf(source), passWeek, setOnline, close }
  } catch (error) {
    await state.close()
    throw error
  }
}
