import type { SolutionContent } from '../shapes';

export const ridingSolutions: readonly SolutionContent[] = [];
