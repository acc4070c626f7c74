import type { InsightContent } from '../shapes';

export const routesInsights: readonly InsightContent[] = [];
