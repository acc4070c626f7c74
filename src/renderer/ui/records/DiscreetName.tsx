import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import classes from './details.module.css'

interface DiscreetNameProps {
  readonly name: string
  /** The service asks for discretion: the name is shown on request only. */
  readonly hideContent: boolean
  /** null: nothing can be opened. */
  readonly to: string | null
}

/** The name of a record within a line of something else, and the way to it. */
export function DiscreetName({ name, hideContent, to }: DiscreetNameProps) {
  const [isRevealed, setIsRevealed] = useState(false)
  const isMasked = hideContent && !isRevealed
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
      {isMasked ? (
        <span className={classes.masked}>
          <IconEyeOff size={14} stroke={1.8} aria-hidden /> Hidden content
        </span>
      ) : (
        shown
      )}
      {hideContent && (
        <button type="button" className={classes.textButton} onClick={() => setIsRevealed(!isRevealed)}>
          {isMasked ? 'Reveal' : 'Hide'}
        </button>
      )}
    </>
  )
}
