export { PassWeek, usePassWeek } from './PassWeek'
