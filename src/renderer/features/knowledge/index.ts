// Knowledge: the documents of a workspace, with what is open of one beside the list, its links and deleting it.
export { KnowledgeView } from './KnowledgeView'
