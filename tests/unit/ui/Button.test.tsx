import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ThemeProvider } from '../../../src/ui/ThemeProvider.tsx'
import { Button } from '../../../src/ui/Button.tsx'

const button = (loading: boolean) => (
  <ThemeProvider scheme="light">
    <Button loading={loading}>Pay</Button>
  </ThemeProvider>
)

it('shows its spinner in the render that makes it busy, and keeps its name', () => {
  const { rerender, container } = render(button(false))
  expect(container.querySelector('.mantine-Loader-root')).toBeNull()
  rerender(button(true))
  expect(container.querySelector('.mantine-Loader-root')).not.toBeNull()
  const busy = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay' })
  expect([busy.disabled, busy.dataset['loading']]).toEqual([true, 'true'])
})
