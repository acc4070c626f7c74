import { useMutation, useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TriagedKind } from '../../../contract/features/triage'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { notifyError } from '../../ui/notify'
import { LabelsInput } from './LabelsInput'

export interface LabelsFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly kind: TriagedKind
  readonly id: string
  readonly labels: readonly string[]
  /** `saved` resolves to whether the labels were saved. */
  readonly onEdit?: ((before: readonly string[], after: readonly string[], saved: Promise<boolean>) => void) | undefined
  readonly onLeave: () => void
  readonly onBlur: () => void
}

/** Labels are saved one by one; those in use are offered. For one record: another one needs another field. */
export function LabelsField({ ref, kind, id, labels, onEdit, onLeave, onBlur }: LabelsFieldProps) {
  const { ref: workspace } = useWorkspace()
  const { data: known = [] } = useQuery(queryOptionsFor('triage', 'labels', { workspace }))
  const { mutateAsync, isPending } = useMutation({
    ...mutationOptionsFor('triage', 'setLabels'),
    onError: notifyError,
  })
  const [search, setSearch] = useState('')
  // Kept until the labels are read again, which is after the command is answered: the next label is added to these.
  const [given, setGiven] = useState<readonly string[] | null>(null)
  const [read, setRead] = useState(labels)
  if (labels !== read) {
    setRead(labels)
    if (!isPending) setGiven(null)
  }
  const shown = given ?? labels
  return (
    <LabelsInput
      ref={ref}
      label="Labels"
      size="xs"
      data={known.map(({ label }) => label)}
      value={[...shown]}
      onChange={(next) => {
        setGiven(next)
        const saved = mutateAsync({ workspace, kind, id, labels: next }).then(
          () => true,
          () => {
            setGiven(null)
            return false
          },
        )
        onEdit?.(shown, next, saved)
      }}
      typed={search}
      onTyped={setSearch}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        // Before the focus leaves the field, which would make a label of unfinished text.
        flushSync(() => setSearch(''))
        onLeave()
      }}
      onBlur={onBlur}
    />
  )
}
