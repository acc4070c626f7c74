// Texts about the similarity of insights. Apart from those of all lists, as no first row needs them.
import type { Uncompared } from '../../../contract/features/duplicates'
import { count, scoreFigure } from '../../../contract/figures'

export const similarityInfo =
  'How close two insights are in meaning: the cosine similarity of their embeddings, from −1 to 1. The service makes the embeddings; they are compared on this computer.'

/** Cut, not rounded: a pair below 0.95 is not called 0.95, and only equal ones are called 1.00. */
export const similarityText = (value: number) => scoreFigure(Math.floor(value * 100 + 1e-9) / 100)

export const noneSimilarText = 'No insight is similar to this one.'

export const wordsInsteadText = 'This insight can’t be compared by meaning. These share words with its title.'
export const noneByWordsText = 'This insight can’t be compared by meaning. No insight has a similar title.'

const insights = (many: number, one: string, several: string) =>
  many === 0 ? [] : [many === 1 ? `1 insight ${one}` : `${count(many)} insights ${several}`]

/** The number of insights that are not compared, and why; a sentence for each reason. */
export const uncomparedText = ({ without, incomparable, leftOut }: Uncompared): readonly string[] => [
  ...insights(without, 'has no embedding and isn’t compared.', 'have no embedding and aren’t compared.'),
  ...insights(incomparable, 'has an embedding that can’t be compared.', 'have embeddings that can’t be compared.'),
  ...insights(leftOut, 'is left out to save memory.', 'are left out to save memory.'),
]
