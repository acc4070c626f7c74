// Restrained: one accent, quiet greys, small radii, Inter on every system. Colours were chosen so that text on
// them, and they on the page, reach a contrast of 4.5:1 in light and dark.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { typeAhead } from '../ui/menu-type-ahead'
import classes from './theme.module.css'

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

/** Cooler than the library's, so that fields, menus and dialogs belong to the frame. */
const dark: MantineColorsTuple = [
  '#dcdee3',
  '#b8bcc5',
  '#a1a6b0',
  '#767b86',
  '#3c3f47',
  '#303238',
  '#292b30',
  '#1f2024',
  '#191a1d',
  '#131417',
]

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 5 },
  colors: { accent: indigo, dark },
  black: '#1d1f23',
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: { fontWeight: '600' },
  defaultRadius: 'sm',
  radius: { sm: '5px', md: '8px' },
  cursorType: 'pointer',
  autoContrast: true,
  respectReducedMotion: true,
  components: {
    // Plain objects: `Modal.extend` would load the code of dialogs with the first frame.
    // Large enough for a finger (WCAG 2.2, target size).
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 24 } },
    CloseButton: { defaultProps: { size: 24 } },
    Button: {
      classNames: { label: classes.buttonLabel },
      vars: (_: unknown, { size }: { readonly size?: unknown }) => ({
        root: size === 'compact-xs' ? { '--button-height': '24px' } : {},
      }),
    },
    Checkbox: { classNames: { input: classes.choice, label: classes.choiceLabel } },
    InputWrapper: { classNames: { label: classes.inputLabel } },
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' },
      classNames: { item: classes.menuItem },
    },
    MenuDropdown: { defaultProps: { onKeyDown: typeAhead } },
    Modal: {
      // Closed at once: as long as a dialog is on screen, the page's keys do nothing.
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { backgroundOpacity: 0.35 },
        transitionProps: { duration: 120, exitDuration: 0 },
      },
      classNames: { title: classes.modalTitle },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    Radio: { classNames: { radio: classes.choice, label: classes.choiceLabel } },
    TextInput: { defaultProps: { autoComplete: 'off' } },
    SegmentedControl: { defaultProps: { transitionDuration: 150 } },
    Switch: { classNames: { body: classes.switchBody, track: classes.switchTrack } },
    Tooltip: { defaultProps: { transitionProps: { duration: 120, transition: 'fade' } } },
    Table: { classNames: { th: classes.tableHead } },
  },
})

/** The library's own greys and reds for text are too faint for 4.5:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5f6672',
    '--mantine-color-placeholder': '#6b7280',
    '--control-edge': '#7a808b',
    '--differs': '#eff1f8',
    '--mantine-color-error': '#b42318',
    '--mantine-color-red-light': '#fdf0f0',
    '--mantine-color-red-light-color': '#a3161a',
    '--score-rising': '#07684b',
    '--score-falling': '#b42318',
    '--frame-background': '#fafafb',
    '--frame-edge': '#e4e5ea',
    '--frame-active': '#ecedf2',
  },
  dark: {
    '--mantine-color-placeholder': '#8f949e',
    '--control-edge': '#8b909b',
    '--differs': '#272a37',
    '--mantine-color-error': '#ff9b90',
    // The library's own is darker than what it lies on.
    '--mantine-color-gray-light': '#2b2d33',
    '--mantine-color-red-light': '#3a2225',
    '--mantine-color-red-light-color': '#ffb4ab',
    '--mantine-color-anchor': '#a5b1f5',
    '--score-rising': '#38d9a9',
    '--score-falling': '#ff9b90',
    '--frame-background': '#191a1d',
    '--frame-edge': '#2e3037',
    '--frame-active': '#2b2d33',
  },
})
