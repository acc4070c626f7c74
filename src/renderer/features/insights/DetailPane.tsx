import { type ComponentProps, useState } from 'react'
import { Preferences } from '../../../contract/features/preferences'
import { usePreferences, useSavePreferences } from '../../app/preferences'
import { InsightDetails } from './InsightDetails'
import { ResizeHandle } from './ResizeHandle'

/** What the list keeps at least, in CSS pixels: enough for the titles and the scores. */
const listWidth = 440

const { minValue, maxValue } = Preferences.shape.detailWidth.unwrap()
const narrowest = minValue ?? 0
const widest = maxValue ?? Number.POSITIVE_INFINITY

interface DetailPaneProps extends Omit<ComponentProps<typeof InsightDetails>, 'width'> {
  /** Room for list and details together, in CSS pixels; 0 = not known yet. */
  readonly room: number
}

/** The details and the edge that makes them wider or narrower. */
export function DetailPane({ room, ...details }: DetailPaneProps) {
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
      <InsightDetails {...details} width={width} />
    </>
  )
}
