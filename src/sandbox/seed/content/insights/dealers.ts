import type { InsightContent } from '../shapes';

export const dealersInsights: readonly InsightContent[] = [];
