import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { UnmountLater } from '../../../src/ui/UnmountLater.tsx'

it(
  'hides its children at once and unmounts them after what replaces them is rendered',
  { tags: 'after.thanks' },
  () => {
    const log: string[] = []
    const Form = () => {
      log.push('form rendered')
      useLayoutEffect(() => () => void log.push('form unmounted'), [])
      return <p>Card number</p>
    }
    const Confirmation = () => {
      useLayoutEffect(() => {
        const form = document.querySelector('div[hidden] > p')
        log.push(`confirmed, ${form?.textContent ?? 'nothing'} hidden`)
      }, [])
      return <h1>Thank You</h1>
    }
    const Page = ({ isPaid }: { isPaid: boolean }) => (
      <>
        {isPaid && <Confirmation />}
        <UnmountLater isShown={!isPaid}>
          <Form />
        </UnmountLater>
      </>
    )
    const { rerender } = render(<Page isPaid={false} />)
    expect(screen.getByText('Card number')).toBeDefined()
    rerender(<Page isPaid />)
    expect(log).toEqual(['form rendered', 'confirmed, Card number hidden', 'form unmounted'])
    expect(screen.queryByText('Card number')).toBeNull()
    rerender(<Page isPaid={false} />)
    expect(screen.getByText('Card number')).toBeDefined()
  },
)
