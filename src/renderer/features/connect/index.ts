export { ConnectView } from './ConnectView'
export { TestResult } from './TestResult'
