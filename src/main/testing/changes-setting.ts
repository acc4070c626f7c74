// Changes and sync with a fake service, a manual clock and the real library in memory, for tests of the queue.
import { randomUUID } from 'node:crypto'
import { AppError, type ErrorCode, type ErrorReport } from '../../contract/errors'
import type { Emit, Events } from '../../contract/events'
import type { InsightInput } from '../../contract/features/insights'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import type { FindTarget } from '../service/service-client'
import { createFakeService } from './fake-service'
import { createManualClock, settle } from './manual-clock'
import { createTestLibrary } from './test-library'
import { wireChanges } from './wire-changes'

const organisationId = randomUUID()
export const staging: WorkspaceRef = { environment: 'staging', organisationId, workspaceId: randomUUID() }
export const production: WorkspaceRef = { ...staging, environment: 'production' }
export const never: AbortSignal = new AbortController().signal
export const typed = (title: string): InsightInput => ({ type: 'Bug', title, description: 'It breaks.' })
export const failing =
  (code: ErrorCode, details: Partial<ErrorReport> = {}) =>
  async () => {
    throw new AppError(code, 'It failed.', details)
  }

/** The service itself fails and says so. */
export const failingService = failing('SERVICE_FAILED', { status: 500, hasEnvelope: true })

export function setUp({
  isLocked = (_: EnvironmentName): boolean => false,
  findTarget = undefined as FindTarget | undefined,
  hasUniqueIds = true,
} = {}) {
  const library = createTestLibrary()
  const clock = createManualClock()
  const service = createFakeService({ hasUniqueIds })
  const emitted: string[] = []
  /** Reports of changes that nobody was waiting for. */
  const told: Events['changes.settled'][] = []
  /** The features of each `library.changed`. */
  const changed: Events['library.changed']['features'][] = []
  const emit: Emit = (name, payload) => {
    emitted.push(name)
    if (name === 'changes.settled') told.push(payload as Events['changes.settled'])
    if (name === 'library.changed') changed.push((payload as Events['library.changed']).features)
  }
  const wiring = {
    client: service.client,
    library,
    clock,
    newId: randomUUID,
    isLocked,
    emit,
    ...(findTarget ? { findTarget } : {}),
  }
  const app = wireChanges(wiring)
  const journal = (environment: EnvironmentName = 'staging') => library.pendingChanges({ environment })
  const states = async (environment?: EnvironmentName) => (await journal(environment)).map(({ state }) => state)
  const create = (title: string, workspace = staging) => app.changes.createInsight(workspace, typed(title), never)
  /** A new run of the app over the same library. */
  const restart = () => wireChanges(wiring)
  return { ...app, library, clock, service, emit, emitted, told, changed, journal, states, create, restart }
}

/** An insight is created after the service of the open workspace went away; `reconnect` brings the service back. */
export async function createdOffline(workspace = staging) {
  const app = setUp()
  const { service } = app
  app.sync.open(workspace)
  await settle()
  const { onCreate, onList } = service
  service.onCreate = failing('CONNECTION_REFUSED')
  service.onList = failing('CONNECTION_REFUSED')
  await app.create('typed offline', workspace)
  const reconnect = () => Object.assign(service, { onCreate, onList })
  return { ...app, reconnect }
}
