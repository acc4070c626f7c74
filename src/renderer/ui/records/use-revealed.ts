import { useMemo, useState } from 'react'

export interface Revealed {
  readonly isRevealed: (id: string) => boolean
  readonly onReveal: (id: string) => void
  readonly onHide: (id: string) => void
}

/** Which hidden records the person asked to see; forgotten when the view is left. */
export function useRevealed(): Revealed {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return useMemo(
    () => ({
      isRevealed: (id) => ids.has(id),
      onReveal: (id) => setIds((before) => new Set([...before, id])),
      onHide: (id) => setIds((before) => new Set([...before].filter((other) => other !== id))),
    }),
    [ids],
  )
}
