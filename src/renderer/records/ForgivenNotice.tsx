// Says that a search went on with other words than those typed, and offers the typed ones.
import type { ForgivenWord } from '../../contract/features/search'
import { exactly, replaceWords } from '../../contract/features/search-words'
import details from './details.module.css'
import classes from './list.module.css'

export interface ForgivenWordsProps {
  readonly text: string
  readonly forgiven: readonly ForgivenWord[]
}

export function ForgivenWords({ text, forgiven }: ForgivenWordsProps) {
  const parts = forgiven.filter(({ because }) => because === 'part')
  if (parts.length === forgiven.length) {
    return (
      <>
        Showing results with words that contain <strong>{parts.map(({ typed }) => typed).join(', ')}</strong>
      </>
    )
  }
  const meant = replaceWords(text, (word) => {
    const found = forgiven.find(({ typed, because }) => typed === word && because === 'similar')
    return found?.words[0] ?? word
  })
  return (
    <>
      Showing results for <strong>{meant}</strong>
    </>
  )
}

interface ForgivenNoticeProps extends ForgivenWordsProps {
  readonly onText: (text: string) => void
}

/** Rendered even when empty: a live region that appears together with its words is not read out. */
export function ForgivenNotice({ text, forgiven, onText }: ForgivenNoticeProps) {
  const words = forgiven.map(({ typed }) => typed)
  const searchExactly = () => onText(replaceWords(text, (word) => (words.includes(word) ? exactly(word) : word)))
  return (
    <div role="status" aria-label="Searched for" className={classes.forgiven}>
      {words.length > 0 && (
        <p>
          <ForgivenWords text={text.trim()} forgiven={forgiven} />
          {'. '}
          <button type="button" className={details.textButton} onClick={searchExactly}>
            Search for “{words.join(' ')}” instead
          </button>
        </p>
      )}
    </div>
  )
}
