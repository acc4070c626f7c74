// The names under which the outbox asks for the shared policy.
export {
  defaultRetryBaseMs,
  type RetryPolicy as Backoff,
  retryDelayMs as waitBeforeRetryMs,
  unhurriedDelayMs as waitUnhurriedMs,
} from '../schedule/retry-schedule'
