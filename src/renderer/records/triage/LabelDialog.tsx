import { Button, Modal, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { DialogActions } from '../../ui/DialogActions'
import { undescribed } from '../../ui/undescribed'
import { listTexts } from '../record-words'
import { useKeptSearch } from '../use-kept-search'
import { isTooLong, LabelsInput } from './LabelsInput'

interface LabelDialogProps {
  /** "3 insights" */
  readonly what: string
  readonly onClose: () => void
  readonly onApply: (labels: { readonly add: readonly string[]; readonly remove: readonly string[] }) => void
}

/** Labels for several records. Text typed in the first field counts as a label, also without Enter. */
export function LabelDialog({ what, onClose, onApply }: LabelDialogProps) {
  const { ref: workspace } = useWorkspace()
  const { data: known = [] } = useQuery(queryOptionsFor('triage', 'labels', { workspace }))
  const [add, setAdd] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  const [remove, setRemove] = useState<string[]>([])
  const names = known.map(({ label }) => label)
  const added = [...new Set([...add, ...(typed.trim() === '' ? [] : [typed.trim()])])]
  const [sought, setSought] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const removeField = useRef<HTMLInputElement>(null)
  const search = useKeptSearch((next) => {
    setSought(next)
    setProblem(null)
  })
  const isSought = sought.trim() !== ''
  const canApply = (added.length + remove.length > 0 || isSought) && !isTooLong(typed)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!canApply) return
    if (!isSought) return onApply({ add: added, remove })
    setProblem(listTexts.labelNotChosen)
    removeField.current?.focus()
  }
  return (
    <Modal
      opened
      attributes={undescribed}
      onClose={onClose}
      title={`Label ${what}`}
      size="sm"
      centered
      transitionProps={{ duration: 0 }}
    >
      <form onSubmit={onSubmit} noValidate>
        <LabelsInput
          label="Add"
          data={names.filter((name) => !remove.includes(name))}
          value={add}
          onChange={setAdd}
          typed={typed}
          onTyped={setTyped}
          // If focus opened the list, Escape would close that list before the dialog.
          openOnFocus={false}
          autoFocus
          data-autofocus
        />
        {names.length > 0 && (
          <MultiSelect
            ref={removeField}
            mt="sm"
            label="Remove"
            error={problem}
            searchValue={sought}
            {...search}
            data={names.filter((name) => !added.includes(name))}
            value={remove}
            onChange={setRemove}
            searchable
            openOnFocus={false}
            nothingFoundMessage={listTexts.noSuchLabel}
          />
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!canApply}>
            Apply
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}
