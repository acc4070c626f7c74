export { FirstStart } from './FirstStart'
