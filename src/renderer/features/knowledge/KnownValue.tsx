// State and source of a knowledge item, with an icon for each known value.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFilePlus,
  IconFileText,
  IconFileTypePdf,
  IconProgress,
  IconWorld,
} from '@tabler/icons-react'
import { knowledgeSourceWord, knowledgeStateWord } from '../../../contract/features/record-words'
import { notGiven } from '../../records/record-words'
import type { FacetKind } from './use-knowledge-list'

const icons: Readonly<Record<FacetKind, ReadonlyMap<string | null, typeof IconWorld>>> = {
  state: new Map([
    ['initial', IconFilePlus],
    ['processing', IconProgress],
    ['completed', IconCircleCheck],
    ['error', IconAlertTriangle],
  ]),
  source: new Map([
    ['text', IconFileText],
    ['url', IconWorld],
    ['pdf', IconFileTypePdf],
  ]),
}

const words = { state: knowledgeStateWord, source: knowledgeSourceWord }

/** The word of a known value; any other value unchanged. */
export const wordOf = (kind: FacetKind, value: string | null) => (value === null ? notGiven : words[kind](value))

interface KnownValueProps {
  readonly kind: FacetKind
  readonly value: string | null
  readonly className?: string
}

/** Icon and word of a known value; only the text of any other. The parent lays them out in a row. */
export function KnownValue({ kind, value, className }: KnownValueProps) {
  const Icon = icons[kind].get(value)
  const look = kind === 'state' && value === 'error' ? { color: 'var(--mantine-color-error)' } : {}
  return (
    <>
      {Icon && <Icon size={14} stroke={1.8} aria-hidden style={look} />}
      <span className={className} dir="auto" style={look}>
        {wordOf(kind, value)}
      </span>
    </>
  )
}
