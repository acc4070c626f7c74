// What a person reads about similarity, wherever insights are compared by their embeddings.
import type { Uncompared } from '../../contract/features/duplicates'
import { count, scoreFigure } from './record-words'

export const similarityInfo =
  'Similarity is the cosine of the angle between two embeddings, from −1 to 1. The service makes the embeddings; they are compared on this computer.'

/** Cut, not rounded: a pair below 0.95 is not called 0.95, and only what is the same is called 1.00. */
export const similarityText = (value: number) => scoreFigure(Math.floor(value * 100 + 1e-9) / 100)

export const wordsInsteadText = 'This insight has no embedding to compare. These share words with its title.'

const insights = (many: number, one: string, several: string) =>
  many === 0 ? [] : [many === 1 ? `1 insight ${one}` : `${count(many)} insights ${several}`]

/** Who is in no comparison, and why; a sentence for each reason. */
export const uncomparedText = ({ without, incomparable, leftOut }: Uncompared): readonly string[] => [
  ...insights(without, 'has no embedding and isn’t compared.', 'have no embedding and aren’t compared.'),
  ...insights(incomparable, 'has an embedding that can’t be compared.', 'have embeddings that can’t be compared.'),
  ...insights(leftOut, 'is left out to save memory.', 'are left out to save memory.'),
]
