// Reading the body of an answer under its limits. Back-pressure: the next piece is asked for only after the last one
// was dealt with, and the time that takes does not count as the service standing still.
import { AppError } from '../../contract/errors'
import type { ServiceLimits } from './limits'
import type { Watch } from './watch'

/** Throws ANSWER_TOO_LARGE past `largest` decoded bytes, and what the watch throws. */
export async function readPieces(
  response: Response,
  watch: Watch,
  { stallMs, progressBytes }: ServiceLimits,
  largest: number,
  onBytes: (bytes: Uint8Array) => Promise<void> | void,
): Promise<void> {
  if (response.body === null) return
  const reader = response.body.getReader()
  let total = 0
  let progress = 0
  watch.arm(stallMs)
  try {
    for (;;) {
      const { done, value } = await watch.during(reader.read())
      if (done) return
      total += value.byteLength
      progress += value.byteLength
      if (total > largest) throw new AppError('ANSWER_TOO_LARGE', 'The answer is larger than any this app can take.')
      const isProgress = progress >= progressBytes
      if (isProgress) {
        progress = 0
        watch.disarm()
      }
      // Not through the watch: its errors are the caller's own, not the network's.
      await onBytes(value)
      if (isProgress) watch.arm(stallMs)
    }
  } finally {
    watch.disarm()
    reader.cancel().catch(() => {})
  }
}

export async function readWhole(
  response: Response,
  watch: Watch,
  limits: ServiceLimits,
  largest: number,
): Promise<string> {
  const pieces: Uint8Array[] = []
  await readPieces(response, watch, limits, largest, (bytes) => {
    pieces.push(bytes)
  })
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/** undefined: no JSON (JSON has no undefined of its own). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isJsonType(response: Response): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(response.headers.get('content-type') ?? '')
}
