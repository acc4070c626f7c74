// Metrics: the person's own list of them, linking goals to one, and its changes made from this computer.
export { MetricsView } from './MetricsView'
