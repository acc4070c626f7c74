// The conformance suite: cases that any service of this contract must pass, in an order in which none disturbs
// another. They need no test runner: the sandbox's unit tests and the conformance command both run this list.
import { accessCases } from './access'
import type { ConformanceCase } from './case'
import { changingCases } from './changing'
import { creatingCases } from './creating'
import { readingCases } from './reading'
import type { Target } from './target'

export type { ConformanceCase, Target }

export const conformanceCases: readonly ConformanceCase[] = [
  ...readingCases,
  ...accessCases,
  ...creatingCases,
  ...changingCases,
]

/** Fields that the case needs and the target lacks. */
export function missingFor({ needs }: ConformanceCase, target: Target): readonly string[] {
  return needs.filter((name) => target[name] === undefined)
}
