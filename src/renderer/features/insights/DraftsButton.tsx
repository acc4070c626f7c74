import { Popover } from '@mantine/core'
import { useRef, useState } from 'react'
import type { NamedDraft } from '../../../contract/features/insights'
import { counted } from '../../records/record-words'
import { isUndo } from '../../ui/key-registry'
import { lazyWithPreload } from '../../ui/lazy-with-preload'
import { ToolButton } from '../../ui/ToolButton'
import type { Discarding } from './use-discard'

const DraftList = lazyWithPreload(() => import('./DraftList').then(({ DraftList }) => DraftList))

interface DraftsButtonProps {
  readonly drafts: readonly NamedDraft[]
  readonly discarding: Discarding
  readonly onOpen: (draftId: string) => void
  /** The last draft was discarded: this button goes, and the focus with it. */
  readonly onEmpty: () => void
}

/** Counts the drafts of new insights, and lists them. */
export function DraftsButton({ drafts, discarding, onOpen, onEmpty }: DraftsButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const onDiscard = async (draft: NamedDraft) => {
    if (!(await discarding.discard(draft))) return
    if (discarding.isEmpty()) onEmpty()
    else list.current?.focus()
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={340} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ToolButton px={7} onClick={() => setIsOpen(!isOpen)}>
          {counted(drafts.length, 'draft', 'drafts')}
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Drafts of new insights" p={6}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons are what is used; the keys of the view don’t reach here */}
        <div
          ref={list}
          tabIndex={-1}
          onKeyDown={(event) => {
            if (!isUndo(event)) return
            event.preventDefault()
            void discarding.undo()
          }}
        >
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
