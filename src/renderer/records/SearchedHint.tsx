import type { ReactNode } from 'react'
import { ForgivenWords, type ForgivenWordsProps } from './ForgivenNotice'
import classes from './list.module.css'
import { shortened } from './record-words'

const longestHint = 80

/** The hint of a field that searches: says instead when the search went on with other words. Read out then. */
export function SearchedHint({ text, forgiven, children }: ForgivenWordsProps & { readonly children: ReactNode }) {
  return (
    <>
      {/* Without a name, which would stand for its words in the description of the field. */}
      <span role="status" className={classes.searched}>
        {forgiven.length > 0 && (
          <>
            <ForgivenWords text={shortened(text, longestHint)} forgiven={forgiven} />.
          </>
        )}
      </span>
      {forgiven.length === 0 && children}
    </>
  )
}
