export { SettingsView } from './SettingsView'
