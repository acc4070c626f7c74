import type { Target } from './target'

export interface ConformanceCase {
  readonly name: string
  /** True = leaves the workspace different from what it was, or would if the service were wrong. */
  readonly isChanging: boolean
  /** What the target has to name for the case to be run. */
  readonly needs: readonly (keyof Target)[]
  /** Rejects with what was expected and what came. */
  run(target: Target): Promise<void>
}
