import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowBackUp, IconCopy, IconDeviceFloppy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { parts, ScoringModel } from '../../../contract/features/priorities'
import { client } from '../../client/bridge'
import { mutationOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { useUndoSteps } from '../../records/triage/undo-step'
import { NameDialog } from '../../ui/NameDialog'
import { notifyError, notifyInView } from '../../ui/notify'
import { RenameDialog } from '../../ui/RenameDialog'
import { useIsHere } from '../../ui/use-is-here'
import { priorityTexts } from './priority-words'
import type { ModelChoice } from './use-priorities'

const Naming = ScoringModel.pick({ name: true })
const icon = { size: 15, stroke: 1.8, 'aria-hidden': true } as const

/** Saves the weights as a new model: presets never change. */
function SaveAs({ choice, onClose }: { readonly choice: ModelChoice; readonly onClose: () => void }) {
  const { ref: workspace } = useWorkspace()
  const { model, choose, reset } = choice
  const isHere = useIsHere()
  return (
    <NameDialog
      title="Save scoring model"
      label="Model name"
      description={priorityTexts.whatModelKeeps}
      action="Save model"
      name=""
      schema={Naming}
      save={async (name) => {
        const id = crypto.randomUUID()
        await client.priorities.saveModel({ workspace, model: { id, name, weights: model.weights } })
        // Closed meanwhile: the person may have moved the weights on, or left.
        if (!isHere.current) return
        reset()
        choose(id)
      }}
      onSaved={(name) => notifyInView(`Saved scoring model “${name}”`, 'green')}
      onClose={onClose}
    />
  )
}

export function ModelMenu({ choice }: { readonly choice: ModelChoice }) {
  const { ref: workspace } = useWorkspace()
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null)
  const { model, isPreset, isChanged, choose, leave, restoreMoved, forgetMoved, reset } = choice
  const close = () => setDialog(null)
  const { mutateAsync: save } = useMutation({
    ...mutationOptionsFor('priorities', 'saveModel'),
    onError: notifyError,
  })
  const { mutateAsync: remove } = useMutation({
    ...mutationOptionsFor('priorities', 'removeModel'),
    onError: notifyError,
  })
  const { done, underWay } = useUndoSteps()
  const saved = choice.all.find(({ id }) => id === model.id) ?? model
  const onSaved = () => {
    forgetMoved(model.weights)
    done(`Saved weights of “${saved.name}”`, async () => {
      const now = (await client.priorities.models({ workspace })).find(({ id }) => id === saved.id)
      // Saved again or deleted since then.
      if (now === undefined || parts.some((part) => now.weights[part] !== model.weights[part])) return false
      await client.priorities.saveModel({ workspace, model: { ...now, weights: saved.weights } })
      restoreMoved(model.weights)
      return true
    })
  }
  const onDeleted = () => {
    reset()
    leave()
    done(`Deleted scoring model “${saved.name}”`, async () => {
      await client.priorities.saveModel({ workspace, model: saved })
      if (isChanged) restoreMoved(model.weights)
      choose(saved.id)
      return true
    })
  }
  const saveWeights = () => void underWay(save({ workspace, model })).then(onSaved, () => {})
  const deleteModel = () => void underWay(remove({ workspace, id: model.id })).then(onDeleted, () => {})
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon size={30} aria-label="Actions for the scoring model">
            <IconDots size={15} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isPreset && isChanged && (
            <Menu.Item leftSection={<IconDeviceFloppy {...icon} />} onClick={saveWeights}>
              Save weights
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => setDialog('save')}>
            Save as…
          </Menu.Item>
          {isChanged && (
            <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={reset}>
              Reset weights
            </Menu.Item>
          )}
          {!isPreset && (
            <>
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setDialog('rename')}>
                Rename…
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item leftSection={<IconTrash {...icon} />} onClick={deleteModel}>
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveAs choice={choice} onClose={close} />}
      {dialog === 'rename' && (
        <RenameDialog
          subject="Model"
          name={model.name}
          schema={Naming}
          rename={(name) =>
            client.priorities.saveModel({
              workspace,
              // Moved weights stay unsaved.
              model: { ...saved, name },
            })
          }
          onClose={close}
        />
      )}
    </>
  )
}
