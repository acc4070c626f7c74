import type { InsightContent } from '../shapes';

export const batteryInsights: readonly InsightContent[] = [];
