// Dialogs that are asked for in more than one place. The app shell shows them (ReviewDialog, SignInDialog).
import type { WorkspaceView } from '../../contract/features/environments'
import { createStore } from './store'

function createDialog() {
  const isOpen = createStore(false)
  return { open: () => isOpen.set(true), close: () => isOpen.set(false), useIsOpen: isOpen.use }
}

/** The changes that wait for review. */
export const reviewDialog = createDialog()

/** The workspace that a new access token is asked for; null: none. */
export const signInDialog = createStore<WorkspaceView | null>(null)

export type HelpPage = 'whats-new' | 'report-problem' | 'save-diagnostics' | 'licences'

/** The page that the Help menu opened; null: none. */
export const helpDialog = createStore<HelpPage | null>(null)
