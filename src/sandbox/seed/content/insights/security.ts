import type { InsightContent } from '../shapes';

export const securityInsights: readonly InsightContent[] = [];
