// The records that the palette finds: how each kind is called, told apart and reached.
import {
  IconBook2,
  IconBulb,
  IconChartLine,
  IconHash,
  IconMessages,
  type IconProps,
  IconPuzzle,
  IconTargetArrow,
  IconTelescope,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Found } from '../../../contract/features/search'

interface RecordKind {
  readonly group: string
  readonly word: string
  readonly Icon: ComponentType<IconProps>
  /** Of the view; the id of the record follows. */
  readonly path: string
}

export const recordKinds: Readonly<Record<Found['kind'] | 'feedback', RecordKind>> = {
  insight: { group: 'Insights', word: 'Insight', Icon: IconBulb, path: '/insights' },
  opportunity: { group: 'Opportunities', word: 'Opportunity', Icon: IconTelescope, path: '/opportunities' },
  outcome: { group: 'Goals', word: 'Goal', Icon: IconTargetArrow, path: '/goals' },
  solution: { group: 'Solutions', word: 'Solution', Icon: IconPuzzle, path: '/solutions' },
  feedback: { group: 'Feedback', word: 'Feedback', Icon: IconMessages, path: '/feedback' },
  metric: { group: 'Metrics', word: 'Metric', Icon: IconChartLine, path: '/metrics' },
  knowledge: { group: 'Knowledge', word: 'Knowledge item', Icon: IconBook2, path: '/knowledge' },
  topic: { group: 'Topics', word: 'Topic', Icon: IconHash, path: '/topics' },
}
