import { lazyWithPreload } from '../../ui/lazy-with-preload'

/** Not in the first script, as it is shown only while no workspace is connected. */
export const FirstStart = lazyWithPreload(() => import('./FirstStart').then(({ FirstStart }) => FirstStart))
