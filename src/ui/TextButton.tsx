import { type ComponentProps } from 'react'
import classes from './TextButton.module.css'

/** A button that is a word among words, underlined like a link; it does something where a link leads somewhere. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={[classes.button, className].filter(Boolean).join(' ')} />
}
