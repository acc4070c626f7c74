// A service that can go away and come back with the same port, tokens and data.
import path from 'node:path'
import { test } from '@playwright/test'
import type { RunningService, startService } from '../app/service'

type Serve = (options?: Parameters<typeof startService>[0]) => Promise<RunningService>

export interface LastingService {
  readonly service: RunningService
  /** Stops the service and resolves to a function that brings it back. */
  stop(): Promise<() => Promise<RunningService>>
}

export async function serveLasting(serve: Serve): Promise<LastingService> {
  const args = ['--data', path.join(test.info().outputPath(), 'service.jsonl')]
  const service = await serve({ args })
  return {
    service,
    async stop() {
      await service.stop()
      return () => serve({ port: Number(new URL(service.baseUrl).port), args })
    },
  }
}
