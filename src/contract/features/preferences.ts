// Preferences: the look of the app, and the last route.
import { z } from 'zod'
import { command, query } from '../call'
import { EnvironmentName } from '../workspace'

/** A command that was run from the palette. It is stored unencrypted, so it never contains the id of a record. */
const RecentCommand = z.string().regex(/^[a-z]+:[a-z-]{1,60}$/)

export const Preferences = z.object({
  colorScheme: z.enum(['system', 'light', 'dark']).default('system'),
  density: z.enum(['compact', 'comfortable']).default('comfortable'),
  hasSingleKeys: z.boolean().default(true),
  /** In CSS pixels. */
  detailWidth: z.number().int().min(280).max(1200).default(420),
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
      detailWidth: Preferences.shape.detailWidth.removeDefault().optional(),
      lastRoute: Preferences.shape.lastRoute.removeDefault().optional(),
      recentCommands: Preferences.shape.recentCommands.removeDefault().optional(),
    }),
    Preferences,
  ),
}
