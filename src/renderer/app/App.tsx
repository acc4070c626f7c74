import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, Suspense } from 'react'
import { RouterProvider } from 'react-router'
import { usePreference } from '../client/preferences'
import { LiveRegion } from '../ui/announce'
import { useKeyListener } from '../ui/keys'
import { OnDemand } from './OnDemand'
import { cssVariables, theme } from './theme'

interface AppProps {
  readonly queryClient: QueryClient
  readonly router: ComponentProps<typeof RouterProvider>['router']
  readonly styleNonce: string
}

/** Main keeps the preference, so the provider's own place for it, the page's local storage, stays empty. */
const colorSchemeManager: MantineColorSchemeManager = {
  get: (defaultValue) => defaultValue,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}

function Window({ router, styleNonce }: Omit<AppProps, 'queryClient'>) {
  const colorScheme = usePreference('colorScheme')
  const hasSingleKeys = usePreference('hasSingleKeys')
  useKeyListener(hasSingleKeys)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => styleNonce}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      {...(colorScheme === 'system' ? {} : { forceColorScheme: colorScheme })}
    >
      <LiveRegion />
      <OnDemand />
      {/* Rendered before the next key or click, never later as a transition: those act on what they see. */}
      <RouterProvider router={router} useTransitions={false} />
    </MantineProvider>
  )
}

export function App({ queryClient, ...rest }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={null}>
        <Window {...rest} />
      </Suspense>
    </QueryClientProvider>
  )
}
