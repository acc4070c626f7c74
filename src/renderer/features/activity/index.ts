export { ActivityView } from './ActivityView'
