import { useMutation, useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Labelling, TriagedKind } from '../../../contract/features/triage'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { notifyError, notifyInView } from '../../ui/notify'
import { LabelsInput } from './LabelsInput'
import { fullText, oneOf } from './triage-words'

export type LabelsEdit = Pick<Labelling[number], 'add' | 'remove'>

export interface LabelsFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly kind: TriagedKind
  readonly id: string
  readonly labels: readonly string[]
  /** `saved` resolves to what undoes the edit; null: nothing was changed. */
  readonly onEdit?: ((edit: LabelsEdit, saved: Promise<Labelling | null>) => void) | undefined
  readonly onLeave: () => void
  readonly onBlur: () => void
}

const unchanged: LabelsEdit = { add: [], remove: [] }

const without = (labels: readonly string[], others: readonly string[]) =>
  labels.filter((label) => !others.includes(label))

/** Labels are saved one by one; those in use are offered. For one record: another one needs another field. */
export function LabelsField({ ref, kind, id, labels, onEdit, onLeave, onBlur }: LabelsFieldProps) {
  const { ref: workspace } = useWorkspace()
  const { data: known = [] } = useQuery(queryOptionsFor('triage', 'labels', { workspace }))
  const { mutateAsync, isPending } = useMutation({
    ...mutationOptionsFor('triage', 'labelAll'),
    onError: notifyError,
  })
  const [search, setSearch] = useState('')
  // Kept until the labels are read again after the command is answered, as an earlier read may lack it.
  const [given, setGiven] = useState(unchanged)
  const [read, setRead] = useState(labels)
  if (labels !== read) {
    setRead(labels)
    if (!isPending) setGiven(unchanged)
  }
  const shown = [...without(labels, given.remove), ...without(given.add, labels)]
  return (
    <LabelsInput
      ref={ref}
      label="Labels"
      size="xs"
      data={known.map(({ label }) => label)}
      value={shown}
      onChange={(next) => {
        // Only the difference is saved: the record may have labels that are not in the ones read.
        const [add, remove] = [without(next, shown), without(shown, next)]
        setGiven({ add: [...without(given.add, remove), ...add], remove: [...without(given.remove, add), ...remove] })
        const saved = mutateAsync({ workspace, kind, changes: [{ ids: [id], add, remove }] }).then(
          ({ undo, full }) => {
            if (full > 0) {
              setGiven(unchanged)
              notifyInView(fullText(oneOf[kind]), 'yellow')
            }
            return undo.length > 0 ? undo : null
          },
          () => {
            setGiven(unchanged)
            return null
          },
        )
        onEdit?.({ add, remove }, saved)
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
