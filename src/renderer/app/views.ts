// The views that exist, in the order of the navigation. A view that is not built is not in this list.
import { IconBulb, IconHistory, type IconProps, IconSettings } from '@tabler/icons-react'
import type { ComponentType } from 'react'

export interface View {
  readonly path: string
  readonly label: string
  readonly Icon: ComponentType<IconProps>
  readonly binding: string
}

export const views: readonly View[] = [
  { path: '/insights', label: 'Insights', Icon: IconBulb, binding: 'g i' },
  { path: '/activity', label: 'Activity', Icon: IconHistory, binding: 'g a' },
  { path: '/settings', label: 'Settings', Icon: IconSettings, binding: 'mod+,' },
]
