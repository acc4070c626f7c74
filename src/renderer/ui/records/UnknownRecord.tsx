import { IconGhost2 } from '@tabler/icons-react'
import { EmptyState } from '../EmptyState'
import type { RecordKind } from './record-kind'

/** In place of the details of a record that is in no list here. */
export function UnknownRecord({ kind }: { readonly kind: RecordKind }) {
  return (
    <EmptyState icon={<IconGhost2 size={22} />} title={`This ${kind.one} is not known here`}>
      It was removed from the service, no insight carries it any more, or it belongs to another workspace.
    </EmptyState>
  )
}
