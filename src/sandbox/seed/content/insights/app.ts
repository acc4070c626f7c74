import type { InsightContent } from '../shapes';

export const appInsights: readonly InsightContent[] = [];
