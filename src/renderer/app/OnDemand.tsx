import { lazyWithPreload } from '../ui/lazy-with-preload'

export const OnDemand = lazyWithPreload(() => import('./OverAnyView').then(({ OverAnyView }) => OverAnyView))
