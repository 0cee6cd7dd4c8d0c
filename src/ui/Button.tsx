import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import { Button as MantineButton, createPolymorphicComponent, type ButtonProps } from '@mantine/core'
import classes from './Button.module.css'
import { Loader } from './Loader.ts'

/**
 * Mantine's button. While `loading`, it is disabled and a spinner covers its label, in the render of the press: Mantine's
 * own spinner moves in over four renders, which delay the call that the button sends on a slow phone.
 */
export const Button = createPolymorphicComponent<'button', ButtonProps>(function Button({
  loading = false,
  disabled = false,
  mod,
  children,
  ...rest
}: ButtonProps) {
  return (
    <MantineButton {...rest} disabled={disabled || loading} mod={[{ loading }, mod]}>
      {loading ? (
        <>
          <span className={classes.covered}>{children}</span>
          <Loader className={classes.spinner} color="var(--button-color)" size="1.4rem" aria-hidden="true" />
        </>
      ) : (
        children
      )}
    </MantineButton>
  )
})
