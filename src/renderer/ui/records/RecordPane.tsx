import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, type Ref, useState } from 'react'
import { Preferences } from '../../../contract/features/preferences'
import { usePreferences, useSavePreferences } from '../../app/preferences'
import classes from './details.module.css'
import { ResizeHandle } from './ResizeHandle'

/** What the list keeps at least, in CSS pixels: enough for the titles and a figure. */
const listWidth = 440

const { minValue, maxValue } = Preferences.shape.detailWidth.unwrap()
const narrowest = minValue ?? 0
const widest = maxValue ?? Number.POSITIVE_INFINITY

interface RecordPaneProps {
  readonly label: string
  readonly region: Ref<HTMLElement>
  /** Room for list and details together, in CSS pixels; 0 = not known yet. */
  readonly room: number
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The place of the details beside a list, and the edge that makes it wider or narrower. */
export function RecordPane({ label, region, room, onClose, children }: RecordPaneProps) {
  const { detailWidth } = usePreferences()
  const savePreferences = useSavePreferences()
  const [dragged, setDragged] = useState<number | null>(null)
  const max = room === 0 ? widest : Math.max(narrowest, Math.min(widest, room - listWidth))
  const width = Math.min(dragged ?? detailWidth, max)
  return (
    <>
      <ResizeHandle
        width={width}
        min={narrowest}
        max={max}
        onWidth={setDragged}
        onSettled={(settled) => {
          savePreferences({ detailWidth: settled })
          setDragged(null)
        }}
      />
      <section ref={region} tabIndex={-1} aria-label={label} className={classes.panel} style={{ width }}>
        <div className={classes.bar}>
          <span className={classes.barText}>{label}</span>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Close details" onClick={onClose}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </div>
        {children}
      </section>
    </>
  )
}
