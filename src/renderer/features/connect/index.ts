export { ConnectView } from './ConnectView'
