// Saves to run before the window closes, or as soon as the library is back. Code that saves after a pause (a draft, the last
// route) registers here, so that closing does not wait for the pause.
type Save = () => Promise<unknown>

const saves = new Set<Save>()

/** Returns the function that unregisters the save. */
export function onClosing(save: Save): () => void {
  saves.add(save)
  return () => {
    saves.delete(save)
  }
}

/** Resolves when all saves have ended, well or not: a save that fails must not keep the window open. */
export async function saveBeforeClosing(): Promise<void> {
  await Promise.allSettled([...saves].map(async (save) => save()))
}
