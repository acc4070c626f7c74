import type { MantineColorSchemeManager } from '@mantine/core'

/** Main keeps the preference, so the provider's own place for it, the page's local storage, stays empty. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (defaultValue) => defaultValue,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}
