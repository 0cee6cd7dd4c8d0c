import { colorsTuple, createTheme, type ButtonProps, type MantineTheme } from '@mantine/core'
import { type KeyboardEvent } from 'react'

/** Enter opens a closed list. Otherwise it would submit the form, which may be a payment. */
function openListWithEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  if (event.currentTarget.getAttribute('aria-expanded') !== 'true') event.currentTarget.click()
}

/**
 * Colors, sizes and durations are CSS variables in tokens.css, so that the page has its scheme before a script runs. This
 * file has the values that Mantine needs and the default props of its components.
 *
 * Signal red (the default of a Button) marks the primary action of a screen. All other buttons have the text color or
 * `variant="default"`.
 */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)' },
  primaryColor: 'signal',
  colors: { signal: colorsTuple('var(--signal-fill)'), ink: colorsTuple('var(--n-11)') },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  // base.css draws the focus ring of every element.
  focusRing: 'never',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'md' },
      // A filled ink button has the color of the page as text, in both schemes.
      vars: (_theme: MantineTheme, { color, variant }: ButtonProps) => ({
        root: color === 'ink' && variant === undefined ? { '--button-color': 'var(--ground)' } : {},
      }),
    },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', onKeyDown: openListWithEnter } },
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
