import { act, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { useMachineForm, type FieldErrors } from '../../../src/ui/forms/useMachineForm.ts'

const noErrors: FieldErrors = {}
const bothMissing: FieldErrors = { phone: 'Enter a phone number', name: 'Enter a name' }

type Props = {
  errors: FieldErrors
  onSubmit: (values: Record<string, unknown>) => void
  onEdit?: (field: string, values: Record<string, unknown>) => void
}

function Form({ errors, onSubmit, onEdit = () => undefined }: Props) {
  const { form, formProps, getFieldProps } = useMachineForm({
    initialValues: { name: 'Mara', phone: '' },
    errors,
    onSubmit,
    onEdit,
  })
  return (
    <form {...formProps}>
      {(['name', 'phone'] as const).map((name) => {
        const { error, ...inputProps } = getFieldProps(name)
        return (
          <label key={form.key(name)}>
            {name}
            <input {...inputProps} />
            <em>{error}</em>
          </label>
        )
      })}
      <button>Send</button>
    </form>
  )
}

const nameInput = () => screen.getByLabelText(/^name/)
const phoneInput = () => screen.getByLabelText<HTMLInputElement>(/^phone/)
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

describe('useMachineForm', () => {
  it.each([
    ['typed', (input: HTMLInputElement) => userEvent.type(input, '555')],
    ['filled in without an event', (input: HTMLInputElement) => (input.value = '555')],
  ])('submits values that are %s', async (_, fill) => {
    const onSubmit = vi.fn()
    render(<Form errors={noErrors} onSubmit={onSubmit} />)
    await fill(phoneInput())
    await send()
    expect(onSubmit.mock.calls).toEqual([[{ name: 'Mara', phone: '555' }]])
  })

  it('reports each edit with the values after it', async () => {
    const onEdit = vi.fn()
    render(<Form errors={noErrors} onSubmit={() => undefined} onEdit={onEdit} />)
    await userEvent.type(phoneInput(), '5')
    expect(onEdit.mock.calls).toEqual([['phone', { name: 'Mara', phone: '5' }]])
  })

  it('shows the errors and focuses the first field in DOM order', async () => {
    const { rerender } = render(<Form errors={noErrors} onSubmit={() => update()} />)
    const update = () => act(() => rerender(<Form errors={bothMissing} onSubmit={() => undefined} />))
    await send()
    expect(screen.getByText('Enter a name')).toBeDefined()
    expect(screen.getByText('Enter a phone number')).toBeDefined()
    expect(document.activeElement).toBe(nameInput())
  })

  it('focuses again when a second submit gets the same errors', async () => {
    render(<Form errors={bothMissing} onSubmit={() => undefined} />)
    await send()
    phoneInput().focus()
    await send()
    expect(document.activeElement).toBe(nameInput())
  })

  it('focuses when the errors arrive later, unless the user has typed since', async () => {
    const form = (errors: FieldErrors) => <Form errors={errors} onSubmit={() => undefined} />
    const { rerender } = render(form(noErrors))
    await send()
    rerender(form({ name: 'Taken' }))
    expect(document.activeElement).toBe(nameInput())

    rerender(form(noErrors))
    await send()
    await userEvent.type(phoneInput(), '5')
    rerender(form({ name: 'Taken' }))
    expect(screen.getByText('Taken')).toBeDefined()
    expect(document.activeElement).toBe(phoneInput())
  })

  it('does not move the focus without a submit', () => {
    render(<Form errors={bothMissing} onSubmit={() => undefined} />)
    expect(document.activeElement).toBe(document.body)
  })

  it('removes an error when its field is edited, and keeps the others', async () => {
    render(<Form errors={bothMissing} onSubmit={() => undefined} />)
    await userEvent.type(nameInput(), '!')
    expect(screen.queryByText('Enter a name')).toBeNull()
    expect(screen.getByText('Enter a phone number')).toBeDefined()
  })

  it('keeps its setters across renders, so that an effect can depend on them', () => {
    const { result, rerender } = renderHook(() =>
      useMachineForm({ initialValues: { name: '' }, errors: noErrors, onSubmit: () => undefined }),
    )
    const { setValues, setErrors } = result.current.form
    rerender()
    expect([result.current.form.setValues, result.current.form.setErrors]).toEqual([setValues, setErrors])
  })
})
