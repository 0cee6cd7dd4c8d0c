import { type MouseEvent } from 'react'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Input.layer.css'

export { Select } from '@mantine/core'

/**
 * The button that clears a select. Mantine hides it from the keyboard and from screen readers. It disappears when it is
 * pressed, so a key moves the focus to the field. A finger does not, because that opens the keyboard of the screen.
 */
export const clearButton = (label: string) => ({
  'aria-label': label,
  'aria-hidden': false,
  tabIndex: 0,
  onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (currentTarget !== document.activeElement) return
    currentTarget.closest('.mantine-Input-wrapper')?.querySelector('input')?.focus()
  },
})
