// Texts of the view, and of marking insights as seen, before and after.
import type { AppError } from '../../../contract/errors'
import { count, counted } from '../../records/record-words'

export const opportunityTexts = {
  allSeen: 'All insights in this opportunity have already been seen.',
  listNotRefreshed: 'Marked as seen, but the list couldn’t be refreshed. This view may be out of date.',
  noInsights: 'This opportunity has no insights in this workspace.',
} as const

interface Preview {
  readonly insights: number
  readonly unseen: number
  readonly unseenShared: number
}

export function previewWords({ insights, unseen, unseenShared }: Preview): string {
  const seen = insights - unseen
  const already = seen === 0 ? '' : ` ${count(seen)} ${seen === 1 ? 'is' : 'are'} already seen.`
  const marks = `This marks ${counted(unseen, 'insight', 'insights')} as seen for everyone in the workspace.${already}`
  if (unseenShared === 0) return `${marks} This can’t be undone.`
  const share =
    unseen === 1
      ? 'The insight also belongs to other opportunities'
      : `${count(unseenShared)} of the ${count(unseen)} also ${unseenShared === 1 ? 'belongs' : 'belong'} to other opportunities`
  return `${marks} ${share} and will be marked as seen there too. This can’t be undone.`
}

export function resultWords(unseen: number): string {
  if (unseen === 0) return 'Marked all insights in this opportunity as seen'
  return `Marked as seen. ${counted(unseen, 'insight is', 'insights are')} still unseen, probably new.`
}

/** The request may have arrived even though the answer did not. */
export function doubtWords({ code }: AppError): string | null {
  if (code !== 'TIMEOUT' && code !== 'CONNECTION_LOST') return null
  return 'It’s safe to mark them again.'
}
