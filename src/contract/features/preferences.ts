// Preferences: the look of the app, and the last route.
import { z } from 'zod'
import { command, query } from '../call'
import { columnWidth, paneWidth } from '../limits'
import { EnvironmentName } from '../workspace'

/** A command run from the palette. Stored unencrypted, so it never contains the id of a record. */
const RecentCommand = z.string().regex(/^[a-z]+:[a-z-]{1,60}$/)

/** A list, by the name of its view; or a saved view of it whose columns were changed and not saved. */
const ListName = z.string().regex(/^[a-z]{1,30}(\/[a-z0-9-]{1,40})?$/)
const ColumnId = z.string().regex(/^[A-Za-z]{1,40}$/)

const PaneWidths = z.record(ListName, z.number().int().min(paneWidth.min).max(paneWidth.max))

/** A person's arrangement of the columns of a list. Columns that are not named keep their default. */
export const ColumnLayout = z.object({
  /** First to last. */
  order: z.array(ColumnId).max(50).default([]),
  hidden: z.array(ColumnId).max(50).default([]),
  widths: z.record(ColumnId, z.number().int().min(columnWidth.min).max(columnWidth.max)).default({}),
})
export type ColumnLayout = z.infer<typeof ColumnLayout>

export const Preferences = z.object({
  colorScheme: z.enum(['system', 'light', 'dark']).default('system'),
  density: z.enum(['compact', 'comfortable']).default('comfortable'),
  hasSingleKeys: z.boolean().default(true),
  /** Widths of the details or the side list of each view. Unreadable values cost no other preference. */
  paneWidths: PaneWidths.default({}).catch({}),
  /** By list. Unreadable values cost no other preference. */
  columnLayouts: z.record(ListName, ColumnLayout).default({}).catch({}),
  /** Path and query of the last view, filters included. */
  lastRoute: z.string().max(4000).default('/insights'),
  /** Newest first. */
  recentCommands: z.partialRecord(EnvironmentName, z.array(RecentCommand).max(20)).default({}),
})
export type Preferences = z.infer<typeof Preferences>

export const preferences = {
  read: query(z.strictObject({}), Preferences),
  /** Changes only the given preferences. */
  save: command(
    z.strictObject({
      colorScheme: Preferences.shape.colorScheme.removeDefault().optional(),
      density: Preferences.shape.density.removeDefault().optional(),
      hasSingleKeys: Preferences.shape.hasSingleKeys.removeDefault().optional(),
      paneWidths: PaneWidths.optional(),
      columnLayouts: z.record(ListName, ColumnLayout).optional(),
      lastRoute: Preferences.shape.lastRoute.removeDefault().optional(),
      recentCommands: Preferences.shape.recentCommands.removeDefault().optional(),
    }),
    Preferences,
  ),
}
