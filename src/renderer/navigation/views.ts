// The views that exist, in the order of the navigation. A view that is not built is not in this list.
import {
  IconBinaryTree2,
  IconBook2,
  IconBulb,
  IconCalendarWeek,
  IconChartLine,
  IconCopyCheck,
  IconHash,
  IconHistory,
  IconListNumbers,
  IconMap2,
  IconMessages,
  IconNews,
  type IconProps,
  IconPuzzle,
  IconSettings,
  IconTargetArrow,
  IconTelescope,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Binding } from '../ui/every-key'

export interface View {
  readonly path: string
  readonly label: string
  readonly Icon: ComponentType<IconProps>
  readonly binding: Binding
}

export interface ViewGroup {
  readonly title: string
  readonly views: readonly View[]
}

export const viewGroups: readonly ViewGroup[] = [
  {
    title: 'Triage',
    views: [
      { path: '/this-week', label: 'This week', Icon: IconCalendarWeek, binding: 'g w' },
      { path: '/insights', label: 'Insights', Icon: IconBulb, binding: 'g i' },
      { path: '/news', label: 'What changed', Icon: IconNews, binding: 'g n' },
    ],
  },
  {
    title: 'Plan',
    views: [
      { path: '/opportunities', label: 'Opportunities', Icon: IconTelescope, binding: 'g o' },
      { path: '/goals', label: 'Goals', Icon: IconTargetArrow, binding: 'g g' },
      { path: '/solutions', label: 'Solutions', Icon: IconPuzzle, binding: 'g s' },
      { path: '/prioritise', label: 'Prioritise', Icon: IconListNumbers, binding: 'g p' },
      { path: '/map', label: 'Map', Icon: IconBinaryTree2, binding: 'g e' },
    ],
  },
  {
    title: 'Evidence',
    views: [
      { path: '/feedback', label: 'Feedback', Icon: IconMessages, binding: 'g f' },
      { path: '/knowledge', label: 'Knowledge', Icon: IconBook2, binding: 'g k' },
      { path: '/topics', label: 'Topics', Icon: IconHash, binding: 'g t' },
      { path: '/metrics', label: 'Metrics', Icon: IconChartLine, binding: 'g m' },
      { path: '/duplicates', label: 'Duplicates', Icon: IconCopyCheck, binding: 'g d' },
      { path: '/topic-map', label: 'Topic map', Icon: IconMap2, binding: 'g v' },
    ],
  },
]

/** Views about the app itself. */
export const appViews: readonly View[] = [
  { path: '/activity', label: 'Activity', Icon: IconHistory, binding: 'g a' },
  { path: '/settings', label: 'Settings', Icon: IconSettings, binding: 'mod+,' },
]

export const views: readonly View[] = [...viewGroups.flatMap((group) => group.views), ...appViews]

/** Sections of the settings, each with an address below theirs. */
export const settingsSections = [
  { id: 'environments', title: 'Environments' },
  { id: 'network', title: 'Network' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'keyboard', title: 'Keyboard' },
  { id: 'about', title: 'About' },
] as const

export type SettingsSection = (typeof settingsSections)[number]['id']
