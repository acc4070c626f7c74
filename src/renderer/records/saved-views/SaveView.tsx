import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core'
import { IconBookmarkPlus } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import { lazyWithPreload } from '../../ui/lazy-with-preload'
import { openFrom, useViewCommand } from '../../ui/view-commands'
import { useColumnLayout } from '../columns/use-column-layout'
import type { RecordKind } from '../record-kind'
import { useOpenView } from '../use-saved-views'
import type { Saving } from './use-saving'

const SaveViewForm = lazyWithPreload(() => import('./SaveViewForm').then(({ SaveViewForm }) => SaveViewForm))

interface SaveViewProps extends Saving {
  readonly kind: RecordKind
}

/** Above every list that can be saved. Rendered again only when its address changed: the search beside it is typed into. */
export const SaveView = memo(function SaveView({
  kind,
  disabledReason,
  address,
  addressOf,
  readFilter,
}: SaveViewProps) {
  const [isOpen, setIsOpen] = useState(false)
  const view = useOpenView(kind.path)
  const { layout, isDefault } = useColumnLayout(kind)
  const hasOtherColumns = !isDefault && JSON.stringify(layout) !== JSON.stringify(view?.columns)
  const isChanged = view !== null && (addressOf(view.address) !== address || hasOtherColumns)
  const close = () => setIsOpen(false)
  const button = useRef<HTMLButtonElement>(null)
  const isUnusable = disabledReason !== null
  const command = {
    id: 'save-view',
    of: 'view' as const,
    label: 'Save view…',
    alsoCalled: 'bookmark this list filters columns',
    run: openFrom(button, () => setIsOpen(true)),
  }
  useViewCommand(isUnusable ? null : command)
  const unsaved = isChanged ? `${view.name} has unsaved changes` : null
  const description = disabledReason ?? unsaved
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" returnFocus shadow="md" width={300}>
      <Tooltip
        label={disabledReason ?? (isChanged ? 'Save view: has unsaved changes' : 'Save view')}
        disabled={isOpen}
        multiline
        maw={280}
      >
        <Popover.Target>
          <ActionIcon
            ref={button}
            variant="default"
            size={30}
            aria-label="Save view"
            {...(description === null ? {} : { 'aria-description': description })}
            {...(isUnusable ? { 'aria-disabled': true, 'data-disabled': true } : {})}
            onClick={() => setIsOpen(!isOpen && !isUnusable)}
          >
            <Indicator disabled={!isChanged} size={7} offset={1} zIndex="auto">
              <IconBookmarkPlus size={16} stroke={1.8} aria-hidden display="block" />
            </Indicator>
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown aria-label="Save view">
        <SaveViewForm
          kind={kind}
          view={view}
          isChanged={isChanged}
          address={address}
          readFilter={readFilter}
          onClose={close}
        />
      </Popover.Dropdown>
    </Popover>
  )
})
