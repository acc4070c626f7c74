import { Button, Divider, Group, Text, TextInput } from '@mantine/core'
import { useFocusTrap } from '@mantine/hooks'
import { useNavigate, useSearchParams } from 'react-router'
import { SavedFilter, SavedView } from '../../../contract/features/saved-views'
import { client } from '../../client/bridge'
import { useWorkspace } from '../../client/workspace'
import { viewParameter } from '../../navigation/view-addresses'
import { BusyButton } from '../../ui/BusyButton'
import { paramsNow } from '../../ui/current-location'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { useNameForm } from '../../ui/name-form'
import { notifyError, notifyInView } from '../../ui/notify'
import { columnsParameter } from '../columns/arrange-columns'
import { useColumnLayout } from '../columns/use-column-layout'
import type { RecordKind } from '../record-kind'
import { listTexts } from '../record-words'
import { savedViewPath } from '../use-saved-views'
import { changeView } from './change-views'
import type { Saving } from './use-saving'

interface SaveViewFormProps extends Pick<Saving, 'address' | 'readFilter'> {
  readonly kind: RecordKind
  /** The view that the list was opened by. */
  readonly view: SavedView | null
  readonly isChanged: boolean
  readonly onClose: () => void
}

const Naming = SavedView.pick({ name: true })

/** null: the filter can't be saved, which is a defect, and the person was told. */
function savableFilter(filter: unknown): SavedFilter | null {
  const { data = null, error } = SavedFilter.safeParse(filter)
  if (error) notifyError(error)
  return data
}

export function SaveViewForm({ kind, view, isChanged, address, readFilter, onClose }: SaveViewFormProps) {
  const { ref: workspace } = useWorkspace()
  const { layout, isDefault, reset } = useColumnLayout(kind)
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const { field, onSubmit, mutate, isPending, error } = useNameForm({
    ...{ name: '', schema: Naming },
    saving: { mutationFn: (save: () => Promise<unknown>) => save() },
  })
  // Not the popover's own trap: that gives the focus away before this code is loaded.
  const trap = useFocusTrap()

  const columns = isDefault ? (view?.columns ?? null) : layout

  const saveNew = onSubmit((name) => {
    const filter = savableFilter(readFilter())
    if (filter === null) return
    const id = crypto.randomUUID()
    const added = { id, name, address, filter, columns, isPinned: true }
    mutate(() => client.savedViews.save({ workspace, view: added }), {
      onSuccess: () => {
        // The changes go into the new view; the open one returns to its saved state.
        if (view !== null) reset()
        const next = paramsNow(params)
        next.set(viewParameter, id)
        next.delete(columnsParameter)
        setParams(next, { replace: true })
        notifyInView(`Saved view “${name}”`, 'green')
        onClose()
      },
    })
  })

  const saveChanges = () => {
    const filter = savableFilter(readFilter())
    if (view === null || filter === null) return
    mutate(() => changeView(workspace, view.id, { address, filter, columns }), {
      onSuccess: () => {
        reset()
        notifyInView(`Saved changes to “${view.name}”`, 'green')
        onClose()
      },
    })
  }

  const discard = () => {
    if (view === null) return
    reset()
    void navigate(savedViewPath(view), { replace: true })
    onClose()
  }

  return (
    <div ref={trap}>
      {view !== null && (
        <>
          <Text size="sm" fw={500} dir="auto" mb={6} truncate>
            {view.name}
          </Text>
          {isChanged ? (
            <Group gap="xs">
              <BusyButton size="compact-sm" isBusy={isPending} onClick={saveChanges}>
                Save changes
              </BusyButton>
              <Button size="compact-sm" variant="default" onClick={discard}>
                Discard changes
              </Button>
            </Group>
          ) : (
            <Text size="xs" c="dimmed">
              {listTexts.noChangesToSave}
            </Text>
          )}
          <Divider my="sm" />
        </>
      )}
      <form onSubmit={saveNew} noValidate>
        <TextInput
          size="xs"
          label={view === null ? 'View name' : 'Name of a new view'}
          description={listTexts.whatViewKeeps}
          dir="auto"
          {...field}
        />
        {error && <ErrorNotice mt={12} error={error} />}
        <Group justify="flex-end" mt="sm" gap="xs">
          <Button size="compact-sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton
            size="compact-sm"
            type="submit"
            isBusy={isPending}
            variant={view !== null && isChanged ? 'default' : 'filled'}
          >
            {view === null ? 'Save' : 'Save as new view'}
          </BusyButton>
        </Group>
      </form>
    </div>
  )
}
