import type { OutcomeContent } from './shapes';

export const outcomes: readonly OutcomeContent[] = [];
