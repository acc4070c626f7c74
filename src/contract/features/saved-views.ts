// Saved views: a list with its filters, words, order and columns, under a name. Kept in the library of this computer,
// never sent to the service.
import { z } from 'zod'
import { command, query } from '../call'
import { WorkspaceRef } from '../workspace'
import { feedbackFilter, writtenSince } from './feedback'
import { atMost, enterName } from './field-words'
import { InsightFilter } from './insights'
import { OwnFilter, RelatedTo } from './listing'
import { needsFilter } from './needs'
import { ColumnLayout } from './preferences'

const text = z.string().max(500)
const relatedTo = RelatedTo.nullable()
const own = OwnFilter.optional()
const values = z.array(z.string().max(300)).max(20)
const valuesOrNone = z.array(z.string().max(300).nullable()).max(20)

/** The input of a list without its order and page, for counting. `list` is the name of its view. */
export const SavedFilter = z.discriminatedUnion('list', [
  z.strictObject({ list: z.literal('insights'), filter: InsightFilter }),
  z.strictObject({ list: z.literal('news'), text, kinds: values }),
  z.strictObject({ list: z.literal('opportunities'), text, relatedTo, own, statuses: values, ...needsFilter }),
  z.strictObject({ list: z.literal('goals'), text, relatedTo, own, ...needsFilter }),
  z.strictObject({ list: z.literal('solutions'), text, relatedTo, own, statuses: values, horizons: valuesOrNone }),
  z.strictObject({ list: z.literal('feedback'), text, relatedTo, own, ...feedbackFilter, since: writtenSince }),
  z.strictObject({ list: z.literal('knowledge'), text, relatedTo, own, states: valuesOrNone, sources: valuesOrNone }),
])
export type SavedFilter = z.infer<typeof SavedFilter>

const SavedViewId = z.string().regex(/^[a-z0-9-]{1,40}$/)

export const longestViewName = 60

export const SavedView = z.strictObject({
  id: SavedViewId,
  /** Unique in a workspace, regardless of case. */
  name: z.string().trim().min(1, enterName).max(longestViewName, atMost(longestViewName)),
  /** Query string of its address. The page checks each part of it, as of any address. A character may take twelve here. */
  address: z.string().max(20_000),
  filter: SavedFilter,
  /** null: the list's own columns. */
  columns: ColumnLayout.nullable(),
  /** Shown in the navigation. */
  isPinned: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

const insights = (filter: Partial<InsightFilter>): SavedFilter => ({
  list: 'insights',
  filter: InsightFilter.parse(filter),
})
const pinned = { columns: null, isPinned: true } as const

/** In every workspace until the person changes or deletes them. */
export const defaultViews: readonly SavedView[] = [
  {
    ...{ id: 'unseen-strongest', name: 'Top unseen', ...pinned },
    // The badge's count: it shrinks as insights are reviewed here.
    ...{ address: 'seen=unseen&triage=left&sort=-combinedScore' },
    filter: insights({ seen: 'unseen', triage: 'left' }),
  },
  {
    ...{ id: 'no-opportunity', name: 'No opportunity yet', ...pinned },
    ...{ address: 'opportunity=without&sort=-combinedScore', filter: insights({ opportunity: 'without' }) },
  },
  {
    ...{ id: 'rising', name: 'Rising', ...pinned },
    ...{ address: 'status=rising', filter: { list: 'news', text: '', kinds: ['rising'] } },
  },
]

/** Limit for one workspace. */
export const mostSavedViews = 100

const ofWorkspace = z.strictObject({ workspace: WorkspaceRef })

export const savedViews = {
  /** In the person's order. */
  list: query(ofWorkspace, z.array(SavedView)),
  /** How many records each view lists now, by its id. */
  counts: query(ofWorkspace, z.record(SavedViewId, z.number().int())),
  /** Adds a view at the end or replaces the one of that id. Throws INVALID_INPUT on `name` when another one has it. */
  save: command(z.strictObject({ workspace: WorkspaceRef, view: SavedView }), z.null()),
  /** Does nothing if the view is gone. */
  remove: command(z.strictObject({ workspace: WorkspaceRef, id: SavedViewId }), z.null()),
  /** Views that are not named come last, in the order they have. */
  order: command(z.strictObject({ workspace: WorkspaceRef, ids: z.array(SavedViewId).max(mostSavedViews) }), z.null()),
}
