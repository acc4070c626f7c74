import { useEffect, useState } from 'react'
import { longestCopy } from '../../contract/limits'
import { client } from '../client/bridge'
import { announce } from './announce'
import { notifyError, notifyInView, notifyStatus } from './notify'

interface CopyOptions {
  /** `announce` for a button that shows by itself that it copied. */
  readonly tell?: (done: string) => unknown
  /** What to do about a text that is too long, which is not cut in silence. */
  readonly tooLong?: string | undefined
  /** The same with formatting, for targets that accept it. */
  readonly html?: string | undefined
}

/** Copies a text to the clipboard, and says so. Resolves to whether it was copied; if not, a notice says why. */
export async function copyText(
  text: string,
  done: string,
  { tell = notifyStatus, tooLong, html }: CopyOptions = {},
): Promise<boolean> {
  if (tooLong !== undefined && Math.max(text.length, html?.length ?? 0) > longestCopy) {
    notifyInView(tooLong, 'yellow')
    return false
  }
  try {
    await client.shell.copyText({ text, html })
    tell(done)
    return true
  } catch (error) {
    notifyError(error)
    return false
  }
}

const shownMs = 2000

/** For a button that shows for a moment that it copied. */
export function useCopy(tooLong?: string) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = (text: string, done = 'Copied') =>
    void copyText(text, done, { tell: announce, tooLong }).then(setIsCopied)
  return { isCopied, copy }
}
