import type { Revealed } from './use-revealed'

interface Named {
  readonly id: string
  readonly title: string
  readonly hideContent: boolean
}

/** More than anybody listens to; a title may be as long as the service allows, and it allows any length. */
const longestName = 300

/** What a row is called where it is not seen: hidden content stays hidden there too. */
export function rowName({ id, title, hideContent }: Named, { isRevealed }: Revealed): string {
  return hideContent && !isRevealed(id) ? 'hidden content' : title.slice(0, longestName)
}
