// What is said before and after the insights of an opportunity are marked as seen.
import type { AppError } from '../../../contract/errors'
import { count, counted } from '../../ui/records/record-words'

interface Preview {
  readonly unseen: number
  readonly unseenShared: number
}

export function previewWords({ unseen, unseenShared }: Preview): string {
  const marks = `This marks ${counted(unseen, 'insight', 'insights')} as seen, for everybody in the workspace.`
  if (unseenShared === 0) return `${marks} None of them belongs to another opportunity.`
  const share =
    unseen === 1
      ? 'It also belongs to other opportunities'
      : `${count(unseenShared)} of them also ${unseenShared === 1 ? 'belongs' : 'belong'} to other opportunities`
  return `${marks} ${share} and will be seen there too.`
}

export function resultWords(unseen: number): string {
  if (unseen === 0) return 'All insights of the opportunity are marked as seen.'
  return `Marked as seen. ${counted(unseen, 'insight is', 'insights are')} unseen still, perhaps because of arriving meanwhile.`
}

/** The request may have arrived although the answer did not. */
export function doubtWords({ code }: AppError): string | null {
  if (code !== 'TIMEOUT' && code !== 'CONNECTION_LOST') return null
  return 'Marking again does no harm.'
}
