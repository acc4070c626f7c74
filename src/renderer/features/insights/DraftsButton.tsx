import { Button, Popover } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { NamedDraft } from '../../../contract/features/insights'
import { client } from '../../client/bridge'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { counted } from '../../records/record-words'
import { notifyError } from '../../ui/notify'
import { notifyUndo } from '../../ui/notify-undo'
import { DraftList } from './DraftList'
import { draftTitle } from './drafts'
import { discardDraft } from './use-draft'

interface DraftsButtonProps {
  readonly drafts: readonly NamedDraft[]
  readonly onOpen: (draftId: string) => void
  /** The last one was discarded: this button goes, and the focus with it. */
  readonly onEmpty: () => void
}

/** Says that insights were begun, and lists them. */
export function DraftsButton({ drafts, onOpen, onEmpty }: DraftsButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { discard, restore, isEmpty } = useDiscard()
  const onDiscard = async (draft: NamedDraft) => {
    if (!(await discard(draft))) return
    notifyUndo(`Discarded “${draftTitle(draft)}”`, () => void restore(draft))
    if (isEmpty()) onEmpty()
    else list.current?.focus()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={340}
      trapFocus
      returnFocus
      shadow="md"
      closeOnClickOutside
    >
      <Popover.Target>
        <Button size="compact-sm" h={30} variant="default" px={7} onClick={() => setIsOpen(!isOpen)}>
          {counted(drafts.length, 'draft', 'drafts')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Drafts of new insights" p={6}>
        <div ref={list} tabIndex={-1}>
          <DraftList
            drafts={drafts}
            onOpen={({ draftId }) => {
              setIsOpen(false)
              onOpen(draftId)
            }}
            onDiscard={(draft) => void onDiscard(draft)}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

/** `discard` and `restore` resolve to whether it was done; otherwise the person was told. */
function useDiscard() {
  const { ref: workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const { queryKey } = queryOptionsFor('insights', 'drafts', { workspace })
  const list = (change: (drafts: readonly NamedDraft[]) => readonly NamedDraft[]) =>
    queryClient.setQueryData<readonly NamedDraft[]>(queryKey, (drafts = []) => change(drafts))
  const attempt = (work: Promise<unknown>) =>
    work.then(
      () => true,
      (error: unknown) => {
        notifyError(error)
        return false
      },
    )
  return {
    /** As of now, which is before the page shows it. */
    isEmpty: () => queryClient.getQueryData(queryKey)?.length === 0,
    discard: ({ draftId }: NamedDraft) =>
      attempt(
        discardDraft(workspace, draftId).then(() =>
          list((drafts) => drafts.filter((draft) => draft.draftId !== draftId)),
        ),
      ),
    restore: ({ draftId, values }: NamedDraft) =>
      attempt(
        client.insights
          .saveDraft({ workspace, draftId, values })
          .then(({ savedAt }) => list((drafts) => [{ draftId, values, savedAt }, ...drafts])),
      ),
  }
}
