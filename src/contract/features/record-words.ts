// The words for values of the service. They stand in the contract because the page shows them and exported files
// contain them. A value that this version does not know is shown as it is.
import type { z } from 'zod'
import type { InsightType } from '../resources/insight'
import type { OpportunityStatus, SolutionsGeneratingState } from '../resources/opportunity'
import type { AiProcessingState, Horizon, SolutionStatus } from '../resources/solution'
import type { NewsKind } from './news'
import type { TriageStatus } from './triage'

type Words<Value extends string> = Readonly<Record<Value, string>>

const typeWords: Words<z.infer<typeof InsightType>> = {
  // Distinct from the records that are called feedback.
  Feedback: 'General feedback',
  Bug: 'Bug',
  FeatureRequest: 'Feature request',
}

const statusWords: Words<z.infer<typeof SolutionStatus> | z.infer<typeof OpportunityStatus>> = {
  Backlog: 'Backlog',
  New: 'New',
  Planned: 'Planned',
  InProgress: 'In progress',
  InDevelopment: 'In development',
  Complete: 'Complete',
  Cancelled: 'Cancelled',
  Live: 'Live',
  Solved: 'Solved',
}

const generatingWords: Words<z.infer<typeof SolutionsGeneratingState>> = {
  initial: 'Not generated',
  generating: 'Generating…',
  generated: 'Generated',
  error: 'Generation failed',
}

const processingWords: Words<z.infer<typeof AiProcessingState>> = {
  INITIAL: 'Not processed',
  PROCESSING: 'Processing…',
  FINISHED: 'Processed',
  ERROR: 'Processing failed',
}

const horizonWords: Words<z.infer<typeof Horizon>> = { now: 'Now', next: 'Next', later: 'Later' }
const authorWords: Words<'user' | 'generated'> = { user: 'Person', generated: 'Service' }

/** The API document leaves both open; these values are in use at the known service. */
const knowledgeStateWords = { initial: 'Added', processing: 'Processing', completed: 'Ready', error: 'Failed' }
const knowledgeSourceWords = { text: 'Text', url: 'Web page', pdf: 'PDF' }

export const newsKindWords: Words<NewsKind> = {
  new: 'New',
  rising: 'Rising',
  fading: 'Falling',
  feedback: 'New feedback',
  vanished: 'Removed',
}

export const triageWords: Words<TriageStatus> = { open: 'Open', reviewed: 'Reviewed', snoozed: 'Snoozed' }

/** All types that this version knows. */
export const insightTypes = Object.keys(typeWords) as readonly (keyof typeof typeWords)[]

/** The known values, as a person would list them: the states in the order that an item goes through. */
export const knowledgeStates: readonly string[] = Object.keys(knowledgeStateWords)
export const knowledgeSources: readonly string[] = Object.keys(knowledgeSourceWords)

/** In place of content that the service marks as hidden. */
export const hiddenContent = 'Hidden content'

/** Heads what the person decided or wrote about a record. */
export const onlyOnThisComputer = 'Only on this computer'

export const known = (words: Readonly<Record<string, string>>) => (value: string) =>
  Object.hasOwn(words, value) ? (words[value] ?? value) : value

export const typeWord = known(typeWords)
export const statusWord = known(statusWords)
export const generatingWord = known(generatingWords)
export const processingWord = known(processingWords)
export const horizonWord = known(horizonWords)
export const authorWord = known(authorWords)
export const knowledgeStateWord = known(knowledgeStateWords)
export const knowledgeSourceWord = known(knowledgeSourceWords)
