// Counts and means of every opportunity, goal or solution, from the evidence in memory.
import type { WorkspaceRef } from '../../contract/workspace'
import type { Connection } from '../store/connection'
import { findWorkspace } from '../store/context'
import {
  type EvidenceSource,
  type Figures,
  figuresOf,
  type HeardFigures,
  heardOf,
  sharedBy,
  sharesAny,
} from './evidence-arrays'
import type { Steps } from './kept-in-steps'
import type { ListCache } from './list-cache'
import type { CarriedName } from './relations'

export interface RecordFigures extends Pick<EvidenceSource, 'prepare'> {
  of(connection: Connection, workspace: WorkspaceRef, name: CarriedName): Figures
  /** @param since beginning of the day from which feedback is recent */
  heard(connection: Connection, workspace: WorkspaceRef, name: CarriedName, since: string): Steps<HeardFigures>
  /** 1 where an insight is shared with any record of another kind. */
  sharesAny(connection: Connection, workspace: WorkspaceRef, name: CarriedName, other: CarriedName): Uint8Array
  /** How many different records of another kind share an insight with each. */
  shared(connection: Connection, workspace: WorkspaceRef, name: CarriedName, other: CarriedName): Int32Array
}

export function createRecordFigures(evidence: EvidenceSource, cache: ListCache): RecordFigures {
  return {
    prepare: evidence.prepare,
    shared: (connection, workspace, name, other) => {
      const row = findWorkspace(connection, workspace)
      return cache.value(['shared', name, other, row], () => sharedBy(evidence.of(connection, row ?? 0), name, other))
    },
    sharesAny: (connection, workspace, name, other) =>
      sharesAny(evidence.of(connection, findWorkspace(connection, workspace) ?? 0), name, other),
    heard: (connection, workspace, name, since) =>
      heardOf(evidence.of(connection, findWorkspace(connection, workspace) ?? 0, since), name),
    of: (connection, workspace, name) => {
      const row = findWorkspace(connection, workspace)
      return cache.value(['figures', name, row], () => figuresOf(evidence.of(connection, row ?? 0), name))
    },
  }
}
