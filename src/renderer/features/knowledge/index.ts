// Knowledge: the documents of a workspace, with the open one beside the list, its links and its deletion.
export { KnowledgeView } from './KnowledgeView'
