import type { SolutionContent } from '../shapes';

export const ownershipSolutions: readonly SolutionContent[] = [];
