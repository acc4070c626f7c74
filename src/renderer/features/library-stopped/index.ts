import { lazyWithPreload } from '../../ui/lazy-with-preload'

export const LibraryStopped = lazyWithPreload(() =>
  import('./LibraryStopped').then(({ LibraryStopped }) => LibraryStopped),
)
