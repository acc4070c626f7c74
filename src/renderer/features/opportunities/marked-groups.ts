// The insights of an opportunity as the dialog names them: those that are marked first, each with what else it touches.
import type { MarkedInsight } from '../../../contract/features/opportunities'
import type { NamedGroup, NamedRecord } from '../../ui/records/NamedRecords'
import { insightKind } from '../../ui/records/record-kind'
import { counted } from '../../ui/records/record-words'
import { relatedPath } from '../../ui/records/related-to'

interface Preview {
  readonly insights: number
  readonly unseen: number
  readonly marked: readonly MarkedInsight[]
  readonly seenAlready: readonly MarkedInsight[]
}

const named = ({ id, title, hideContent, alsoIn }: MarkedInsight): NamedRecord => ({
  ...{ id, name: title, hideContent },
  mark: alsoIn === 0 ? null : `also in ${counted(alsoIn, 'other opportunity', 'other opportunities')}`,
})

export function markedGroups(id: string, { insights, unseen, marked, seenAlready }: Preview): readonly NamedGroup[] {
  const all = relatedPath(insightKind, { kind: 'opportunity', id })
  return [
    {
      ...{ heading: 'Will be marked as seen', total: unseen, records: marked.map(named) },
      ...{ view: insightKind.heading, to: `${all}&seen=unseen` },
    },
    {
      ...{ heading: 'Seen already', total: insights - unseen, records: seenAlready.map(named) },
      ...{ view: insightKind.heading, to: `${all}&seen=seen` },
    },
  ]
}
