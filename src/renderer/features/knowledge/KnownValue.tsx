// State and source of a knowledge item. The API document leaves both open; these values are in use at the known service.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFilePlus,
  IconFileText,
  IconFileTypePdf,
  IconProgress,
  IconWorld,
} from '@tabler/icons-react'
import { notGiven } from '../../records/record-words'
import type { FacetKind } from './use-knowledge-list'

interface Known {
  readonly word: string
  readonly Icon: typeof IconWorld
}

const known: Readonly<Record<FacetKind, ReadonlyMap<string | null, Known>>> = {
  state: new Map([
    ['initial', { word: 'Added', Icon: IconFilePlus }],
    ['processing', { word: 'Processing', Icon: IconProgress }],
    ['completed', { word: 'Ready', Icon: IconCircleCheck }],
    ['error', { word: 'Failed', Icon: IconAlertTriangle }],
  ]),
  source: new Map([
    ['text', { word: 'Text', Icon: IconFileText }],
    ['url', { word: 'Web page', Icon: IconWorld }],
    ['pdf', { word: 'PDF', Icon: IconFileTypePdf }],
  ]),
}

/** What a person reads: the word of a known value, any other value as it is. */
export const wordOf = (kind: FacetKind, value: string | null) => known[kind].get(value)?.word ?? value ?? notGiven

interface KnownValueProps {
  readonly kind: FacetKind
  readonly value: string | null
  readonly className?: string
}

/** Icon and word of a known value, the text alone of any other. For a parent that lays out in a row. */
export function KnownValue({ kind, value, className }: KnownValueProps) {
  const Icon = known[kind].get(value)?.Icon
  return (
    <>
      {Icon && <Icon size={14} stroke={1.8} aria-hidden />}
      <span className={className} dir="auto">
        {wordOf(kind, value)}
      </span>
    </>
  )
}
