// A walk past everything the app can show, in one start of it. Whoever walks along says what is done at each stop.
import type { RunningApp } from '../fixtures/app'
import type { RunningService } from '../fixtures/service'
import { walkBefore } from './walk-before'
import { walkDialogs } from './walk-dialogs'
import { walkElsewhere } from './walk-elsewhere'
import { walkViews } from './walk-views'

export interface Walk {
  readonly app: RunningApp
  /** A second place to work in, which the walk connects to and then loses. */
  readonly service: RunningService
  /** What stands still on screen, by a name of its own. `view`: a view; `over`: something that opened over one. */
  readonly visit: (name: string, kind?: 'view' | 'over') => Promise<void>
}

export async function walkEverywhere(walk: Walk): Promise<void> {
  await walkBefore(walk)
  await walkViews(walk)
  await walkDialogs(walk)
  await walkElsewhere(walk)
}
