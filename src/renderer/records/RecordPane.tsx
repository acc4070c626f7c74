import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { useOneTabStop } from '../ui/one-tab-stop'
import { pageThrough } from '../ui/page-through'
import { ResizeHandle, usePane } from '../ui/ResizeHandle'
import classes from './details.module.css'
import { detailsLabel, type RecordKind } from './record-kind'

/** The list keeps room for the titles and a figure. In CSS pixels. */
const widths = { normal: 420, min: 280, rest: 440 } as const

/** Whether there is no room for both: then the details lie over the list until they are closed. */
export const isCovering = (room: number) => room > 0 && room < 560

interface RecordPaneProps {
  readonly kind: RecordKind
  /** Name of a pane for something else than the details of a record. */
  readonly label?: string
  readonly closeLabel?: string
  readonly region: RefObject<HTMLElement | null>
  /** Room for list and details together, in CSS pixels; 0 = not known yet. */
  readonly room: number
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * The place of the details beside a list, and the edge that makes it wider or narrower. The buttons that close and decide
 * have keys of their own, so they take one Tab stop, which begins at the first decision: the links of the record come next.
 */
export function RecordPane(props: RecordPaneProps) {
  const { kind, label = detailsLabel(kind), closeLabel = 'Close details', region, room, onClose, children } = props
  const bar = useOneTabStop(region, '[data-pane-bar] button', ':not([data-close])')
  const pane = usePane({ view: kind.path.slice(1), ...widths, room })
  return (
    <>
      {!isCovering(room) && <ResizeHandle label="Width of the details" pane={pane} side="right" />}
      <section
        ref={region}
        tabIndex={-1}
        {...bar}
        onKeyDown={(event) => {
          bar.onKeyDown(event)
          pageThrough(event, event.currentTarget.querySelector(`.${classes.scroller}`))
        }}
        aria-label={label}
        className={classes.panel}
        {...(isCovering(room) ? { 'data-covering': true } : { style: { width: pane.width } })}
      >
        <div role="toolbar" aria-label={label} className={classes.bar} data-pane-bar>
          <span className={classes.barText}>{label}</span>
          <ActionIcon aria-label={closeLabel} data-close onClick={onClose}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </div>
        {children}
      </section>
    </>
  )
}
