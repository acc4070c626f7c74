// The insights of an opportunity that the dialog names: those that are marked, each with what else it touches.
import type { MarkedInsight } from '../../../contract/features/opportunities'
import type { NamedGroup, NamedRecord } from '../../records/NamedRecords'
import { insightKind, relatedPath } from '../../records/record-kind'
import { counted } from '../../records/record-words'

interface Preview {
  readonly unseen: number
  readonly marked: readonly MarkedInsight[]
}

const named = ({ id, title, hideContent, alsoIn }: MarkedInsight): NamedRecord => ({
  ...{ id, name: title, hideContent },
  mark: alsoIn === 0 ? null : `also in ${counted(alsoIn, 'other opportunity', 'other opportunities')}`,
})

export function markedGroups(id: string, { unseen, marked }: Preview): readonly NamedGroup[] {
  const all = relatedPath(insightKind, { kind: 'opportunity', id })
  return [
    {
      ...{ heading: 'Will be marked as seen', total: unseen, records: marked.map(named) },
      ...{ view: insightKind.heading, to: `${all}&seen=unseen` },
    },
  ]
}
