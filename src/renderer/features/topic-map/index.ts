// The topic map: insights as points, those with similar embeddings near each other. `use-topic-map.ts` has it drawn by the
// library, `MapCanvas.tsx` shows it, and what is selected on it opens as a list of insights.
export { TopicMapView } from './TopicMapView'
