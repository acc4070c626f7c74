import { faults } from '../../src/sandbox/testing/faults'
import { manyDocuments, manyInsights } from '../app/many-records'
import type { Troubled } from './connect-troubled'
import { syncNow } from './sync-now'

const nothing = { data: [] }

async function serveLists({ page, faulty }: Troubled, insights: unknown, documents: unknown): Promise<void> {
  faulty.reset()
  faulty.script({ method: 'GET', url: '/insights', fault: faults.json(insights) })
  faulty.script({ method: 'GET', url: '/knowledge', fault: faults.json(documents) })
  await syncNow(page)
}

/** From now on the workspace is empty; the app has heard of it. */
export const serveNothing = (world: Troubled) => serveLists(world, nothing, nothing)

/** From now on the workspace has 2,000 of everything. */
export const serveMany = (world: Troubled) => serveLists(world, manyInsights(), manyDocuments())
