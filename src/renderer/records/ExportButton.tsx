import { IconDownload } from '@tabler/icons-react'
import { ActionButton } from '../ui/ActionButton'
import { announce } from '../ui/announce'
import { useKey } from '../ui/keys'
import classes from './ExportButton.module.css'
import { listTexts } from './record-words'

const nothing = listTexts.nothingToExport

interface ExportButtonProps {
  /** Rows that can be exported. */
  readonly total: number
  readonly onExport: () => void
}

export function ExportButton({ total, onExport }: ExportButtonProps) {
  return (
    <ActionButton disabledReason={total === 0 ? nothing : null} onClick={onExport}>
      <span className={classes.label} title="Export…">
        <IconDownload size={15} stroke={1.8} aria-hidden />
        <span className={classes.word}>Export…</span>
      </span>
    </ActionButton>
  )
}

/** The export button of a view, with its key. */
export function ExportListButton({ total, onExport }: ExportButtonProps) {
  useKey('mod+e', () => (total === 0 ? announce(nothing) : onExport()))
  return <ExportButton total={total} onExport={onExport} />
}
