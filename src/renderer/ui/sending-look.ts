import { useActiveWorkspace } from '../client/workspace'

interface SendingLook {
  readonly 'data-environment'?: 'production'
  readonly color?: string
}

const ofProduction: SendingLook = { 'data-environment': 'production', color: 'var(--environment-line)' }
const ofOthers: SendingLook = {}

/** Of the button that sends a change: in production it has production's colour, so that nobody takes it for the sandbox. */
export const useSendingLook = (): SendingLook =>
  useActiveWorkspace()?.environment.name === 'production' ? ofProduction : ofOthers
