// Restrained: one accent, quiet greys, small radii, the system's own typeface. Colours were chosen so that text on
// them, and they on the page, reach a contrast of 4.5:1 in light and dark.
import { createTheme, type MantineColorsTuple } from '@mantine/core'

const indigo: MantineColorsTuple = [
  '#eef0fc',
  '#dce0f6',
  '#b6bfee',
  '#8f9ce6',
  '#6d7ddf',
  '#5869da',
  '#4a5bd0',
  '#3f4fc0',
  '#3545a8',
  '#29368a',
]

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 5 },
  colors: { accent: indigo },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 'sm',
  radius: { sm: '5px', md: '8px' },
  cursorType: 'pointer',
  autoContrast: true,
  respectReducedMotion: true,
})
