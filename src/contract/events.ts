// All pushes from main to the renderer.
import { z } from 'zod'
import { EnvironmentList } from './features/environments'
import { CheckStep } from './features/network'
import { SyncStatus } from './features/sync'
import { WorkspaceRef } from './workspace'

export const events = {
  /** Invalidates the queries of these features about this workspace. */
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
        'triage',
        'savedViews',
        'priorities',
        'map',
        'duplicates',
        'topicMap',
        'news',
        'search',
        'activity',
      ]),
    ),
  }),
  /** The local library crashed too often in a row and stays stopped, or was restarted. */
  'library.stopped': z.object({ isStopped: z.boolean() }),
  'sync.changed': SyncStatus,
  /** Changes that nobody was waiting for any more were sent, or rejected. */
  'changes.settled': z.object({ workspace: WorkspaceRef, sent: z.number().int(), rejected: z.number().int() }),
  'environments.changed': EnvironmentList,
  /** The proxy settings changed, or the state of a sign-in to a proxy. */
  'network.changed': z.object({}),
  /** A step of a check began or ended. */
  'network.step': z.object({ checkId: z.string(), step: CheckStep }),
  /** Progress of an export. */
  'export.progress': z.object({ exportId: z.string(), written: z.number().int(), total: z.number().int() }),
  /** The window is about to close. Save what was typed, then call `shell.readyToClose` within three seconds. */
  'shell.closing': z.object({}),
  /** A menu item opens a view, named by the first part of its path. The renderer restores its last state. */
  'shell.openView': z.object({ view: z.string().max(100) }),
  /** An external link opens a route (path and query), or "/" for the last route of the workspace. */
  'shell.navigate': z.object({ to: z.string().max(4000) }),
  /** An external link arrived while a dialog is open, and is followed once the dialog is closed. */
  'shell.linkWaits': z.object({}),
  /** A menu item or an accelerator runs an action of the renderer. */
  'shell.command': z.object({
    command: z.enum([
      'new-insight',
      'search',
      'sync',
      'settings',
      'show-keys',
      'palette',
      'back',
      'forward',
      'whats-new',
      'report-problem',
      'save-diagnostics',
      'licences',
      'about',
    ]),
  }),
} as const

export type Events = { readonly [Name in keyof typeof events]: z.output<(typeof events)[Name]> }
export type EventName = keyof Events

/** Pushes an event to every page. */
export type Emit = <Name extends EventName>(name: Name, payload: Events[Name]) => void
