// The name under which the outbox asks for it.
export type { FinishedSync } from '../schedule/finished-sync'
