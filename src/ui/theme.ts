import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** Mantine wants ten shades a colour; ours are words whose value tokens.css gives for each scheme. */
const singleShade = (token: string): MantineColorsTuple => [
  token,
  token,
  token,
  token,
  token,
  token,
  token,
  token,
  token,
  token,
]

/**
 * Colours, sizes and paces stand in tokens.css as CSS variables, so that the page is in its scheme before a script
 * runs. Here is only what Mantine needs as values, and how its components look unless told otherwise.
 *
 * Signal red (the default of a Button) is for the one thing to do next on a screen. Everything else is ink or
 * `variant="default"`.
 */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)' },
  primaryColor: 'signal',
  colors: { signal: singleShade('var(--signal-fill)'), ink: singleShade('var(--n-11)') },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  // The ring is drawn by base.css for every element alike.
  focusRing: 'never',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'sm', color: 'ink', iconColor: 'var(--ground)' } },
    Radio: { defaultProps: { size: 'sm', color: 'ink', iconColor: 'var(--ground)' } },
    Switch: { defaultProps: { color: 'ink' } },
    Loader: { defaultProps: { color: 'currentColor', type: 'oval', size: 'sm' } },
    Menu: { defaultProps: { radius: 'md', shadow: 'md', transitionProps: { transition: 'fade', duration: 160 } } },
    Modal: {
      defaultProps: {
        radius: 'md',
        centered: true,
        padding: 'lg',
        transitionProps: { transition: 'fade', duration: 160 },
        overlayProps: { color: 'var(--shade)', backgroundOpacity: 1 },
      },
    },
  },
})
