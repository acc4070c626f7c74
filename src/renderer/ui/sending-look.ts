import { useActiveWorkspace } from '../client/workspace'

interface SendingLook {
  readonly 'data-environment'?: 'production'
  readonly color?: string
}

const ofProduction: SendingLook = { 'data-environment': 'production', color: 'var(--environment-line)' }
const ofOthers: SendingLook = {}

/** Look of a button that sends: in production it has production's colour, so that nobody takes it for the sandbox. */
export const useSendingLook = (): SendingLook =>
  useActiveWorkspace()?.environment.name === 'production' ? ofProduction : ofOthers
