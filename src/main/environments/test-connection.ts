// Tests a connection by reading the list of insights once.
import { AppError } from '../../contract/errors'
import type { ConnectionTest } from '../../contract/features/environments'
import type { Clock } from '../clock'
import type { ServiceClient, ServiceTarget } from '../service/service-client'
import { createItemCounter } from './item-counter'

export interface ConnectionTestDeps {
  readonly client: Pick<ServiceClient, 'streamList'>
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Throws CANCELLED and defects only; every other failure is the result of the test. */
export async function tryConnection(
  { client, clock, signal }: ConnectionTestDeps,
  findTarget: () => Promise<ServiceTarget>,
): Promise<ConnectionTest> {
  try {
    const target = await findTarget()
    const startedMs = clock.monotonicMs()
    const counter = createItemCounter()
    const onBytes = async (bytes: Uint8Array) => counter.add(bytes)
    await client.streamList(target, 'listInsights', { signal, onBytes })
    const insights = counter.finish()
    if (insights === null) throw new AppError('NOT_THE_SERVICE', 'The response wasn’t in the service’s format.')
    const durationMs = Math.round(clock.monotonicMs() - startedMs)
    return insights === 0 ? { outcome: 'empty', durationMs } : { outcome: 'works', insights, durationMs }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error
    const { code, message, report } = error
    return { outcome: 'failed', code, message, ...(report.fields ? { fields: report.fields } : {}) }
  }
}
