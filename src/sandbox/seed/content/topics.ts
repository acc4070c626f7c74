import type { TopicContent } from './shapes';

export const topics: readonly TopicContent[] = [];
