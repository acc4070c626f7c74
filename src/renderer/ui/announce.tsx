// Announcements for people who listen instead of looking: one polite live region for the whole window.
import { VisuallyHidden } from '@mantine/core'
import { createStore } from './store'

const said = createStore({ text: '', count: 0 })

export const announce = (text: string): void => said.set({ text, count: said.get().count + 1 })

export function LiveRegion() {
  const { text, count } = said.use()
  // The key makes a repeated sentence a new node, or it would not be read out again.
  return (
    <VisuallyHidden role="status" aria-label="Announcements">
      <span key={count}>{text}</span>
    </VisuallyHidden>
  )
}
