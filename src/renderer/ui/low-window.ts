import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as low as a small one at twice the size: then parts are folded. As in the style sheets. */
export const useHasLowWindow = (): boolean =>
  useMediaQuery('(max-height: 480px)', undefined, { getInitialValueInEffect: false })
