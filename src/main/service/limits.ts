// How long and how large an answer may be before it is given up. Sizes count decoded bytes, so a small compressed
// answer that unpacks to gigabytes is stopped while it unpacks.
export interface ServiceLimits {
  /** Until status and headers are there, connecting included. */
  readonly headersMs: number
  readonly sendTotalMs: number
  readonly streamTotalMs: number
  /** The body is given up when fewer than `progressBytes` arrive within this time: one byte a second is no progress. */
  readonly stallMs: number
  readonly progressBytes: number
  readonly sendBytes: number
  readonly streamBytes: number
  /** A longer error body is ignored and the status speaks alone. */
  readonly problemBytes: number
}

const MiB = 1024 * 1024

export const defaultLimits: ServiceLimits = {
  headersMs: 15_000,
  sendTotalMs: 60_000,
  streamTotalMs: 600_000,
  stallMs: 15_000,
  progressBytes: 1024,
  sendBytes: 32 * MiB,
  streamBytes: 512 * MiB,
  problemBytes: MiB,
}
