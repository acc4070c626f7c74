// Metrics: the person's own register of them, linking goals to one, and what was done to it from this computer.
export { MetricsView } from './MetricsView'
