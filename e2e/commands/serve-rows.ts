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

/** Makes the workspace empty from now on, and syncs the app. */
export const serveNothing = (world: Troubled) => serveLists(world, nothing, nothing)

/** Gives the workspace 2,000 of everything from now on. */
export const serveMany = (world: Troubled) => serveLists(world, manyInsights(), manyDocuments())
