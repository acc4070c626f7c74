// Topics: opened by id, as the service has no list of them; what was read is kept and can be read without a connection.
export { TopicsView } from './TopicsView'
