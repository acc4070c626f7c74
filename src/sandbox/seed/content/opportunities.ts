import type { OpportunityContent } from './shapes';

export const opportunities: readonly OpportunityContent[] = [];
