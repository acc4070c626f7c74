import type { MetricContent } from './shapes';

export const metrics: readonly MetricContent[] = [];
