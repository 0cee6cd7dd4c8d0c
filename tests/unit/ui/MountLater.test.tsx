import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { MountLater } from '../../../src/ui/MountLater.tsx'

it('mounts its children after what stands around them is shown', () => {
  const log: string[] = []
  const Form = () => {
    useLayoutEffect(() => void log.push('form mounted'), [])
    return <form aria-label="Card payment" />
  }
  const Panel = () => {
    useLayoutEffect(() => void log.push('panel shown'), [])
    return (
      <MountLater>
        <Form />
      </MountLater>
    )
  }
  render(<Panel />)
  expect(log).toEqual(['panel shown', 'form mounted'])
  expect(screen.getByRole('form', { name: 'Card payment' })).toBeDefined()
})
