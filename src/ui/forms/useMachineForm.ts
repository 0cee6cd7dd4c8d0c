import { useForm, type GetInputPropsReturnType, type UseFormInput } from '@mantine/form'
import { useLayoutEffect, useReducer, useRef, type ReactNode, type SubmitEvent } from 'react'

/** Errors by field name. `true` marks an invalid field without its own text. */
export type FieldErrors = Readonly<Record<string, ReactNode>>

type MachineFormInput<Values> = Pick<UseFormInput<Values>, 'mode'> & {
  initialValues: Values
  /** The field errors of the machine. A new object counts as a new validation result, so keep its identity between renders. */
  errors: FieldErrors
  onSubmit: (values: Values) => void
  /** Called after the user has edited a field. */
  onEdit?: (field: keyof Values & string, values: Values) => void
}

/** What `getInputProps` of Mantine returns, with a typed `onChange`. */
type InputProps = Omit<GetInputPropsReturnType, 'onChange'> & { onChange: (change: unknown) => void }

/** Reads the inputs, because a password manager, or the user before hydration, may fill them in without an event. */
function readInputs(element: HTMLFormElement, values: Record<string, unknown>): Record<string, string | boolean> {
  const read: Record<string, string | boolean> = {}
  for (const [name, text] of new FormData(element))
    if (typeof text === 'string' && typeof values[name] === 'string') read[name] = text
  for (const input of element.querySelectorAll<HTMLInputElement>('input[type=checkbox][name]'))
    if (typeof values[input.name] === 'boolean') read[input.name] = input.checked
  return read
}

/**
 * `@mantine/form` for a form that a machine validates. Mantine holds the typed values; the machine's field errors
 * go into `form.setErrors`, and each one disappears when its field is edited. After a submit, the first field with an
 * error, in DOM order, gets the focus.
 *
 * Spread `formProps` on the `<form>` and `getFieldProps(name)` on each input. Inputs are uncontrolled by default, so
 * typing does not render the form. A field without an input puts `data-path={name}` on the element to focus. The method
 * keeps the values out of the URL if a form is submitted without the application.
 */
export function useMachineForm<Values extends Record<string, unknown>>({
  mode = 'uncontrolled',
  initialValues,
  errors,
  onSubmit,
  onEdit,
}: MachineFormInput<Values>) {
  const formElement = useRef<HTMLFormElement>(null)
  // Errors that arrive after the user has typed again must not move the focus.
  const isFocusPending = useRef(false)
  const [submitCount, countSubmit] = useReducer((count: number) => count + 1, 0)
  const form = useForm<Values>({ mode, initialValues })

  const { setErrors } = form
  const hasShownErrors = useRef(false)
  useLayoutEffect(() => {
    const hasErrors = Object.keys(errors).length > 0
    // Without errors before and after, the form is not rendered again.
    if (hasErrors || hasShownErrors.current) setErrors({ ...errors })
    hasShownErrors.current = hasErrors
    if (!isFocusPending.current) return
    const inputs = formElement.current?.querySelectorAll<HTMLElement>('[data-path]') ?? []
    const invalidInput = [...inputs].find(({ dataset }) => Boolean(errors[dataset['path'] ?? '']))
    if (!invalidInput) return
    isFocusPending.current = false
    invalidInput.focus()
  }, [errors, setErrors, submitCount])

  const getFieldProps = (name: keyof Values & string, options?: { type: 'checkbox' }) => {
    const { onChange, ...inputProps } = form.getInputProps(name, options) as InputProps
    return {
      ...inputProps,
      name,
      onChange: (change: unknown) => {
        isFocusPending.current = false
        onChange(change)
        onEdit?.(name, form.getValues())
      },
    }
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    isFocusPending.current = true
    countSubmit()
    const values = form.getValues()
    onSubmit({ ...values, ...readInputs(event.currentTarget, values) })
  }

  return {
    form,
    formProps: { ref: formElement, method: 'post', onSubmit: submit, noValidate: true } as const,
    getFieldProps,
  }
}
