// The name under which the outbox asks for the shared rules.
export { isOffline, needsPerson, reportOf } from '../schedule/failure'
