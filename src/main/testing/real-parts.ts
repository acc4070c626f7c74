// Sync and changes with the real library in its own process (an encrypted file) and the real client over HTTP. The test
// starts the sandbox and passes it in, as only tests may import it.
import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import { systemClock } from '../clock'
import { createLibraryClient } from '../library/library-client'
import { createServiceClient } from '../service/client'
import type { ServiceClient, ServiceTarget } from '../service/service-client'
import type { LibraryProgram } from './library-process'
import { wireChanges } from './wire-changes'

export const http = createServiceClient({ fetch })

const relationships = { parameter: 'relationships', value: 'opportunities,solutions,outcomes,feedback' }

interface Named {
  readonly id: string
  readonly title: string
}

/** The part of a running sandbox that is used here. */
export interface Service {
  readonly baseUrl: string
  readonly organisationId: string
  readonly workspaceId: string
  readonly token: string
  readonly metrics: readonly Named[]
  readonly topics: readonly Named[]
  close(): Promise<void>
}

export interface RealParts {
  readonly workspace: WorkspaceRef
  readonly library: LibraryApi
  readonly target: ServiceTarget
  /** The service has these, but no list shows them. */
  readonly metricId: string
  readonly topic: Named
  /** `send` replaces the client's, to inject faults. */
  wire(send?: ServiceClient['send']): ReturnType<typeof wireChanges>
  end(): Promise<void>
}

/** `end` closes the service too. */
export async function startRealParts(program: LibraryProgram, service: Service): Promise<RealParts> {
  const { organisationId, workspaceId, baseUrl: baseAddress, token } = service
  const workspace: WorkspaceRef = { environment: 'staging', organisationId, workspaceId }
  const log = { info: () => {}, defect: () => 'abc' }
  const libraryProcess = createLibraryClient({ fork: program.start, clock: systemClock, log })
  const { library } = libraryProcess
  const file = path.join(program.folder, randomUUID(), 'staging.db')
  await library.open({
    environment: 'staging',
    file,
    key: randomBytes(32).toString('hex'),
    generation: randomUUID(),
  })
  const target = { workspace, baseAddress, token, relationships }
  const [metric, topic] = [service.metrics[0], service.topics[0]]
  if (!metric || !topic) throw new Error('The sandbox has no metric or no topic.')
  return {
    workspace,
    library,
    target,
    metricId: metric.id,
    topic,
    wire: (send = http.send) =>
      wireChanges({
        client: { ...http, send },
        findTarget: async () => target,
        library,
        clock: systemClock,
        newId: randomUUID,
      }),
    async end() {
      await libraryProcess.dispose()
      await service.close()
    },
  }
}
