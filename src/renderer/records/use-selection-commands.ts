import { useViewCommand } from '../ui/view-commands'
import type { BulkTriage } from './triage/BulkTriage'

/** Other words that a person may use for actions on the open record, the selected rows or the list. */
export const otherNames = {
  markReviewed: { alsoCalled: 'done triage review' },
  snooze: { alsoCalled: 'later remind' },
  label: { alsoCalled: 'tag' },
  linkToMetric: { alsoCalled: 'connect relate KPI' },
  export: { alsoCalled: 'save file CSV JSON Markdown spreadsheet download' },
} as const

interface SelectionCommandsOptions {
  readonly isSelected: boolean
  /** null: such records are not decided about one by one. */
  readonly bulk: BulkTriage | null
  readonly onExport: () => void
}

/** Offers the buttons of the bar below the list to the palette. Its other tools offer themselves. */
export function useSelectionCommands({ isSelected, bulk, onExport }: SelectionCommandsOptions): void {
  const of = 'selection'
  const triaged = isSelected ? bulk : null
  useViewCommand(
    triaged && {
      ...{ id: 'mark-reviewed', of, binding: 'e', ...otherNames.markReviewed, run: triaged.review },
      label: `Mark ${triaged.what} as ${triaged.areReviewed ? 'not reviewed' : 'reviewed'}`,
    },
  )
  useViewCommand(
    triaged && {
      ...{ id: 'snooze', of, binding: 'h', label: 'Snooze…', ...otherNames.snooze },
      run: () => triaged.setOpen('snooze'),
    },
  )
  useViewCommand(
    triaged && {
      ...{ id: 'label', of, binding: 'l', label: 'Label…', ...otherNames.label },
      run: () => triaged.setOpen('labels'),
    },
  )
  useViewCommand(
    isSelected ? { id: 'export', of, binding: 'mod+e', label: 'Export…', ...otherNames.export, run: onExport } : null,
  )
}
