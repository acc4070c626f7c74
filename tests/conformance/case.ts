import type { Target } from './target'

export interface ConformanceCase {
  readonly name: string
  /** True = changes the workspace, or would if the service were wrong. */
  readonly isChanging: boolean
  /** Fields of the target that the case needs. */
  readonly needs: readonly (keyof Target)[]
  /** Rejects with the expected and the actual answer. */
  run(target: Target): Promise<void>
}
