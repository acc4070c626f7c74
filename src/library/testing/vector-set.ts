// A set of embeddings without a library, whose rows are counted from 1.
import { compact, type VectorSet } from '../queries/compact-vectors'

export function setOf(embeddings: readonly Float32Array[]): VectorSet {
  const length = embeddings[0]?.length ?? 0
  const numbers = new Int8Array(embeddings.length * length)
  const inverseNorms = Float32Array.from(embeddings, (each, place) => compact(each, numbers, place * length) ?? 0)
  const rows = Int32Array.from(embeddings, (_, place) => place + 1)
  const none = { without: 0, incomparable: 0, leftOut: 0 }
  return { version: 0, count: embeddings.length, length, rows, numbers, inverseNorms, ...none }
}
