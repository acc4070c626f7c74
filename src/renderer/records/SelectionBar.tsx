// The actions for the selected rows. Below the list, in a line of its own: it covers no row, and moves none.
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useCopy } from '../ui/copy-text'
import { KeyHint } from '../ui/KeyHint'
import { ToolButton } from '../ui/ToolButton'
import { useViewCommand } from '../ui/view-commands'
import { count, counted, listTexts } from './record-words'
import classes from './SelectionBar.module.css'
import type { VirtualTableHandle } from './table/VirtualTable'
import { mostSelected, type Selection } from './use-selection'

interface SelectionBarProps {
  readonly selection: Selection<{ readonly id: string }>
  readonly table: RefObject<VirtualTableHandle | null>
  /** Number of rows that match. */
  readonly total: number
  /** Actions for such records beside copying their ids. */
  readonly tools?: ReactNode
}

/** Custom property for the style sheet of the notices, which stand above the bar; in CSS pixels from the window's edge. */
const roomName = '--selection-bar-room'

interface CopyButtonProps {
  readonly children: string
  /** Lines of the rows as they are now. */
  readonly lines: () => readonly string[]
  /** "3 IDs". */
  readonly what: string
}

/** The button itself also says that it copied. */
export function CopyButton({ children, lines, what }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(listTexts.tooMuchToCopy)
  const Icon = isCopied ? IconCheck : IconCopy
  const run = () => copy(lines().join('\n'), `${what} copied`)
  useViewCommand({
    ...{ id: children.toLowerCase().replaceAll(' ', '-'), of: 'selection', label: children },
    ...{ alsoCalled: 'clipboard', run },
  })
  return (
    <ToolButton leftSection={<Icon size={14} stroke={1.8} aria-hidden />} onClick={run}>
      {children}
    </ToolButton>
  )
}

function useRoomForBar(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const measure = () => {
      const top = bar.current?.getBoundingClientRect().top ?? window.innerHeight
      style.setProperty(roomName, `${Math.ceil(window.innerHeight - top)}px`)
    }
    measure()
    // The tools of the bar come later, and wrap in a narrower window.
    const observer = new ResizeObserver(measure)
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty(roomName)
    }
  }, [])
  return bar
}

function Bar({ selection, table, total, tools }: SelectionBarProps) {
  const { size, rows, selectAll, clear } = selection
  const bar = useRoomForBar()
  useLayoutEffect(() => table.current?.uncoverFocus(), [table])
  const clearHere = () => {
    clear()
    // The button disappears with the selection.
    table.current?.focusActiveRow()
  }
  return (
    <section ref={bar} aria-label="Selection" className={classes.bar}>
      <span className={classes.count}>{count(size)} selected</span>
      <div className={classes.tools}>
        {tools}
        <CopyButton lines={() => rows.map(({ id }) => id)} what={counted(size, 'ID', 'IDs')}>
          Copy IDs
        </CopyButton>
        {size < total && total <= mostSelected && (
          <ToolButton variant="subtle" onClick={selectAll}>
            Select all {count(total)}
          </ToolButton>
        )}
      </div>
      <ToolButton
        className={classes.clear}
        variant="subtle"
        color="gray"
        aria-keyshortcuts="Escape"
        rightSection={<KeyHint binding="Escape" />}
        onClick={clearHere}
      >
        Clear selection
      </ToolButton>
    </section>
  )
}

export function SelectionBar(props: SelectionBarProps) {
  return props.selection.size === 0 ? null : <Bar {...props} />
}
