import type { InsightContent } from '../shapes';

export const careInsights: readonly InsightContent[] = [];
