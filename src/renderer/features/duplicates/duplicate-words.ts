// The whole sentences that a person reads here.
import { similarityText } from '../../records/similarity/similarity-words'

export const duplicateTexts = {
  cannotMerge: 'The service can’t merge insights. Shaded rows differ; underlined words are in only one.',
  keysOfFirst: 'E, N and L apply to the first insight.',
  keysOfSecond: 'E, N and L apply to the second insight.',
  comparingAgain: 'Comparing again…',
  foundByEmbeddings: 'Duplicates are found by comparing embeddings from the service.',
} as const

interface NoPairs {
  readonly threshold: number
  readonly showsDismissed: boolean
  /** Pairs marked as not duplicates: those that reach the threshold, and all. */
  readonly dismissed: { readonly near: number; readonly all: number }
}

/** Why no pair is listed. */
export function noPairsText({ threshold, showsDismissed, dismissed }: NoPairs): string {
  const least = similarityText(threshold)
  if (showsDismissed && dismissed.all === 0) return 'Pairs you mark as not duplicates appear here.'
  if (showsDismissed) return `No such pair has a similarity of at least ${least}.`
  return dismissed.near > 0
    ? `All pairs with a similarity of at least ${least} are marked as not duplicates.`
    : `No pair has a similarity of at least ${least}.`
}
