import { useViewCommand } from '../ui/view-commands'
import type { BulkTriage } from './triage/BulkTriage'

interface SelectionCommandsOptions {
  readonly isSelected: boolean
  /** null: such records are not decided about one by one. */
  readonly bulk: BulkTriage | null
  readonly onExport: () => void
}

/** What the bar below the list has buttons for, for the palette. Its other tools offer themselves. */
export function useSelectionCommands({ isSelected, bulk, onExport }: SelectionCommandsOptions): void {
  const of = 'selection'
  const triaged = isSelected ? bulk : null
  useViewCommand(
    triaged && {
      ...{ id: 'mark-reviewed', of, binding: 'e', alsoCalled: 'done triage review', run: triaged.review },
      label: `Mark ${triaged.what} as ${triaged.areReviewed ? 'not reviewed' : 'reviewed'}`,
    },
  )
  useViewCommand(
    triaged && {
      ...{ id: 'snooze', of, binding: 'h', label: 'Snooze…', alsoCalled: 'later remind' },
      run: () => triaged.setOpen('snooze'),
    },
  )
  useViewCommand(
    triaged && {
      ...{ id: 'label', of, binding: 'l', label: 'Label…', alsoCalled: 'tag' },
      run: () => triaged.setOpen('labels'),
    },
  )
  useViewCommand(
    isSelected
      ? {
          ...{ id: 'export', of, binding: 'mod+e', label: 'Export…', run: onExport },
          alsoCalled: 'save file CSV JSON Markdown spreadsheet download',
        }
      : null,
  )
}
