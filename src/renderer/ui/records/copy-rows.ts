import { longestCopy } from '../../../contract/features/shell'
import { client } from '../../client/bridge'
import { announce } from '../announce'
import { notifyError, notifyInView } from '../notify'

/** Puts lines where they can be pasted from, and says so; what is too long for that is not cut in silence. False: not done. */
export async function copyLines(lines: readonly string[], what: string): Promise<boolean> {
  const text = lines.join('\n')
  if (text.length > longestCopy) {
    notifyInView('Too much to copy at once. Select fewer rows.', 'yellow')
    return false
  }
  try {
    await client.shell.copyText({ text })
    announce(`${what} copied`)
    return true
  } catch (error) {
    notifyError(error)
    return false
  }
}
