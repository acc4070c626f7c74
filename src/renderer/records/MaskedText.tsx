import { IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { hiddenContent } from '../../contract/features/record-words'
import classes from './details.module.css'
import { shownTitle } from './record-words'

/** More than any screen shows; titles and texts of the service may be of any length. */
export const longestShown = 300

/** Why content is hidden, in the tooltip of its mark. */
export const hiddenBecause = 'Marked as sensitive'

export function HiddenMark({ size = 14 }: { readonly size?: number }) {
  return (
    <span className={classes.masked} title={hiddenBecause}>
      <IconEyeOff size={size} stroke={1.8} aria-hidden /> {hiddenContent}
    </span>
  )
}

/** Whether content is masked now, and the button that reveals it and hides it again; null: nothing is hidden. */
export function useMask(hideContent: boolean): readonly [isMasked: boolean, toggle: ReactNode] {
  const [isRevealed, setIsRevealed] = useState(false)
  const isMasked = hideContent && !isRevealed
  const toggle = hideContent ? (
    <button type="button" className={classes.textButton} onClick={() => setIsRevealed(!isRevealed)}>
      {isMasked ? 'Reveal' : 'Hide'}
    </button>
  ) : null
  return [isMasked, toggle]
}

interface MaskedTextProps {
  readonly name: string
  /** The service asks for discretion: the name is shown on request only. */
  readonly hideContent: boolean
  /** null: the record cannot be opened. */
  readonly to: string | null
}

/** The name of a record within a line of something else, and the way to it. */
export function MaskedText({ name, hideContent, to }: MaskedTextProps) {
  const [isMasked, toggle] = useMask(hideContent)
  const shown =
    to === null ? (
      <span dir="auto">{name}</span>
    ) : (
      <Link to={to} dir="auto">
        {name}
      </Link>
    )
  return (
    <>
      {isMasked ? <HiddenMark /> : shown}
      {toggle}
    </>
  )
}

interface Named {
  readonly id: string
  readonly title: string
  readonly hideContent: boolean
}

/** The name of a row where the row itself is not seen: hidden content stays hidden there too. */
export function rowName(row: Named, { isRevealed }: Revealed): string {
  return row.hideContent && !isRevealed(row.id) ? 'hidden content' : shownTitle(row).slice(0, longestShown)
}

export interface Revealed {
  readonly isRevealed: (id: string) => boolean
  readonly onReveal: (id: string) => void
  readonly onHide: (id: string) => void
}

/** The hidden records that the person asked to see; forgotten when the view is left. */
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
