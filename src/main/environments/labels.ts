// What a person calls the environments, in dialogs and menus of the operating system.
import type { EnvironmentName } from '../../contract/workspace'

export const environmentLabels: Readonly<Record<EnvironmentName, string>> = {
  production: 'Production',
  staging: 'Staging',
  development: 'Development',
  sandbox: 'Sandbox',
}
