// The topic map: insights as points, those with similar embeddings near each other. `use-topic-map.ts` asks the library to
// lay it out, `MapCanvas.tsx` shows it, and a selection on it opens as a list of insights.
export { TopicMapView } from './TopicMapView'
