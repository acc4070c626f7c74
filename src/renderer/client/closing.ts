// What has to be saved before the window closes, or as soon as the library is back. Code that saves after a pause (a
// draft, the last route) registers here, so that closing does not wait for the pause.
type Save = () => Promise<unknown>

const saves = new Set<Save>()

/** Returns the function that takes it back. */
export function onClosing(save: Save): () => void {
  saves.add(save)
  return () => {
    saves.delete(save)
  }
}

/** Resolves when all have ended, well or not: what cannot be saved must not keep the window open. */
export async function saveBeforeClosing(): Promise<void> {
  await Promise.allSettled([...saves].map(async (save) => save()))
}
