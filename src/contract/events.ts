// Everything main tells the page without being asked.
import { z } from 'zod'
import { EnvironmentList } from './features/environments'
import { SyncStatus } from './features/sync'
import { WorkspaceRef } from './workspace'

export const events = {
  /** Queries of these features about this workspace are out of date. */
  'library.changed': z.object({
    workspace: WorkspaceRef,
    features: z.array(
      z.enum([
        'insights',
        'opportunities',
        'outcomes',
        'solutions',
        'feedback',
        'knowledge',
        'metrics',
        'topics',
        'news',
        'search',
        'activity',
      ]),
    ),
  }),
  /** The local library crashed too often in a row and is left off, or runs again. */
  'library.stopped': z.object({ isStopped: z.boolean() }),
  'sync.changed': SyncStatus,
  'environments.changed': EnvironmentList,
  /** The window is about to close: save what was typed, then call `shell.readyToClose`. Main does not wait long. */
  'shell.closing': z.object({}),
  /** A menu item leads to a view: the first part of its path. The page knows how the person left it. */
  'shell.openView': z.object({ view: z.string().max(100) }),
  /** To a place of the page, path and query of the router: a link from outside leads there, or "/", where it was left. */
  'shell.navigate': z.object({ to: z.string().max(4000) }),
  /** A link from outside came while a dialog is open, and is followed when it is closed. */
  'shell.linkWaits': z.object({}),
  /** A menu item or an accelerator asks for an action of the page. */
  'shell.command': z.object({
    command: z.enum(['new-insight', 'search', 'sync', 'settings', 'show-keys', 'palette']),
  }),
} as const

export type Events = { readonly [Name in keyof typeof events]: z.output<(typeof events)[Name]> }
export type EventName = keyof Events

/** Pushes an event to every page. */
export type Emit = <Name extends EventName>(name: Name, payload: Events[Name]) => void
