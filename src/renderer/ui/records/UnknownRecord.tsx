import { IconGhost2 } from '@tabler/icons-react'
import { EmptyState } from '../EmptyState'
import type { RecordKind } from './record-kind'

/** In place of the details of a record that is in no list here. */
export function UnknownRecord({ kind }: { readonly kind: RecordKind }) {
  return (
    <EmptyState icon={<IconGhost2 size={22} />} title={`This ${kind.one} wasn’t found`}>
      It was removed, isn’t linked to an insight any more, or belongs to another workspace.
    </EmptyState>
  )
}
