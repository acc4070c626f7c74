// Topics: opened by id, as the service has no list of them. Topics that were read are kept, also for offline use.
export { TopicsView } from './TopicsView'
