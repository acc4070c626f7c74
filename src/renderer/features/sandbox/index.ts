export { PassWeek } from './PassWeek'
export { usePassWeek } from './use-pass-week'
