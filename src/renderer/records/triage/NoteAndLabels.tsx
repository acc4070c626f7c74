import { useQuery } from '@tanstack/react-query'
import { onlyOnThisComputer } from '../../../contract/features/record-words'
import type { TriagedKind } from '../../../contract/features/triage'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import { Fact, PlainText, Section } from '../DetailParts'
import details from '../details.module.css'
import { onlyHere } from './triage-words'

interface NoteAndLabelsProps {
  readonly workspace: WorkspaceRef
  readonly kind: TriagedKind
  readonly id: string
}

/** Note and labels of a record that is gone, which they outlive. Shows nothing if there are none. */
export function NoteAndLabels({ workspace, kind, id }: NoteAndLabelsProps) {
  const { data: { note, labels } = { note: '', labels: [] } } = useQuery(
    queryOptionsFor('triage', 'get', { workspace, kind, id }),
  )
  if (note === '' && labels.length === 0) return null
  return (
    <Section title={onlyOnThisComputer} info={onlyHere}>
      <dl className={details.facts}>
        {note !== '' && (
          <Fact name="Note">
            <PlainText text={note} />
          </Fact>
        )}
        {labels.length > 0 && (
          <Fact name="Labels">
            <PlainText text={labels.join(', ')} />
          </Fact>
        )}
      </dl>
    </Section>
  )
}
