// The topic map: insights as points on a plane, those with similar embeddings near each other. The library computes it on
// this computer and keeps it. A map has nothing to do with the topics of the service, which are opened by their id.
import { z } from 'zod'
import { command, query } from '../call'
import { WorkspaceRef } from '../workspace'

/** With fewer insights, a map shows nothing that a list does not. */
export const fewestOnMap = 30

/** Beyond this share of new insights a map is worth drawing again. */
export const staleShare = 0.2

/** Points stand on a plane of 0 to this, both ways. */
export const mapSize = 65_535

const count = z.number().int().min(0)

export const MapState = z.object({
  /** In the workspace. */
  insights: count,
  /** Those with an embedding of the usual length, which can be on a map. An embedding of zeros only is none. */
  withEmbedding: count,
  /** Those with an embedding of another length, which cannot be compared with the others. */
  otherLength: count,
  map: z
    .object({
      id: z.string(),
      /** ISO 8601, UTC. */
      madeAt: z.string(),
      points: count,
      /** Points placed near their neighbours after the map was drawn. */
      added: count,
      /** Insights with an embedding of the usual length, not on the map. */
      missing: count,
    })
    .nullable(),
  /** 0 to 1 while a map is drawn, or insights are added to it. */
  progress: z.number().nullable(),
  /** The last attempt ended with an error, which is in the log. */
  hasFailed: z.boolean(),
})
export type MapState = z.infer<typeof MapState>

const numbers = <T extends ArrayBufferView>(name: string) =>
  z.custom<T>((value) => Object.prototype.toString.call(value) === `[object ${name}]`)

export const MapCluster = z.object({
  /** Words that its titles use more than others do, the most telling first. Empty where no word does. */
  words: z.array(z.string()),
})
export type MapCluster = z.infer<typeof MapCluster>

/** One entry per point in each list of numbers. Titles are asked for when they are needed. */
export const MapPoints = z.object({
  mapId: z.string(),
  /** The library's number of each insight. */
  insights: numbers<Uint32Array>('Uint32Array'),
  x: numbers<Uint16Array>('Uint16Array'),
  y: numbers<Uint16Array>('Uint16Array'),
  /** Place in `clusters`; `noCluster`: between clusters. */
  cluster: numbers<Uint16Array>('Uint16Array'),
  /** Place in `types`. */
  type: numbers<Uint16Array>('Uint16Array'),
  /** Place of its most frequent one in `opportunities`; or `otherOpportunity`, `noOpportunity`. */
  opportunity: numbers<Uint16Array>('Uint16Array'),
  /** Days since 1970; 0: not known. */
  day: numbers<Uint16Array>('Uint16Array'),
  clusters: z.array(MapCluster),
  types: z.array(z.string()),
  /** Opportunities of most points, the most frequent first. */
  opportunities: z.array(z.object({ id: z.string(), title: z.string(), hideContent: z.boolean() })),
})
export type MapPoints = z.infer<typeof MapPoints>

export const noCluster = 65_535
export const otherOpportunity = 65_534
export const noOpportunity = 65_535
/** Number of opportunities with a colour of their own. */
export const mostOpportunities = 5

export const MapName = z.object({ insight: count, id: z.string(), title: z.string(), hideContent: z.boolean() })
export type MapName = z.infer<typeof MapName>

const ofWorkspace = { workspace: WorkspaceRef }

/** More than a workspace is made for. */
const mostSelected = 1_000_000

export const topicMap = {
  state: query(z.strictObject(ofWorkspace), MapState),
  /** Points of the kept map; null: none has this id. */
  points: query(z.strictObject({ ...ofWorkspace, mapId: z.string() }), MapPoints.nullable()),
  /** Names of those insights that still exist, in no order. */
  names: query(z.strictObject({ ...ofWorkspace, insights: z.array(count).max(100) }), z.array(MapName)),
  /**
   * Begins drawing and returns at once; `state` has the progress. `all` draws a new map, which replaces the kept one
   * when it is done; `missing` adds insights that are not on the kept one.
   */
  draw: command(z.strictObject({ ...ofWorkspace, what: z.enum(['all', 'missing']) }), z.null()),
  /** Nothing of an unfinished map is kept. */
  cancel: command(z.strictObject(ofWorkspace), z.null()),
  /** Keeps these insights as a selection, which the list of insights can be narrowed to by its id. */
  select: command(
    z.strictObject({
      ...ofWorkspace,
      insights: numbers<Uint32Array>('Uint32Array').refine(({ length }) => length > 0 && length <= mostSelected),
    }),
    z.object({ id: z.string() }),
  ),
}
