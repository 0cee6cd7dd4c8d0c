import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import { Button as MantineButton, createPolymorphicComponent, type ButtonProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useEffect, useRef, type Ref } from 'react'
import classes from './Button.module.css'
import { Loader } from './Loader.ts'

/**
 * Mantine's button. While `loading`, it is disabled and a spinner covers its label, in the render of the press: Mantine's
 * own spinner moves in over four renders, which delay the call that the button sends on a slow phone.
 *
 * A button loses the focus when it is disabled. It has the focus again when it is enabled, if nothing else has it.
 */
export const Button = createPolymorphicComponent<'button', ButtonProps>(function Button({
  loading = false,
  disabled = false,
  mod,
  children,
  ref,
  ...rest
}: ButtonProps & { ref?: Ref<HTMLButtonElement> }) {
  const isDisabled = disabled || loading
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { current } = button
    if (!isDisabled || document.activeElement !== current) return
    return () => {
      if (document.activeElement === document.body) current?.focus({ preventScroll: true })
    }
  }, [isDisabled])
  return (
    <MantineButton {...rest} ref={useMergedRef(button, ref)} disabled={isDisabled} mod={[{ loading }, mod]}>
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
