import { useMediaQuery } from '@mantine/hooks'

/** A small window at twice the size: what has no room is folded. As in the style sheets. */
export const useHasLowWindow = (): boolean => useMediaQuery('(max-height: 480px)') === true
