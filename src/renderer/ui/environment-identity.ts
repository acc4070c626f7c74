// The marks of an environment: a word, an icon and a colour, so that people can do without any one of them. The colours are in
// app.css, by `data-environment`.
import { IconBroadcast, IconCode, IconCube, type IconProps, IconStack2 } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { EnvironmentName } from '../../contract/workspace'
import { environmentLabels } from '../../contract/workspace-key'

interface EnvironmentIdentity {
  readonly label: string
  readonly Icon: ComponentType<IconProps>
}

export const environmentIdentity: Readonly<Record<EnvironmentName, EnvironmentIdentity>> = {
  production: { label: environmentLabels.production, Icon: IconBroadcast },
  staging: { label: environmentLabels.staging, Icon: IconStack2 },
  development: { label: environmentLabels.development, Icon: IconCode },
  sandbox: { label: environmentLabels.sandbox, Icon: IconCube },
}
