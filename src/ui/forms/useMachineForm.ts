import { useForm, type UseFormInput } from '@mantine/form'
import { useCallback, useLayoutEffect, useReducer, useRef, type SubmitEvent } from 'react'

export type FieldErrors = Readonly<Record<string, string | undefined>>

type MachineFormInput<Values> = Omit<UseFormInput<Values>, 'validate'> & {
  initialValues: Values
  /**
   * The errors that the machine answered, by field name. A new object is a new answer, so pass the one from the
   * machine's context as it is.
   */
  errors: FieldErrors
  onSubmit: (values: Values) => void
}

/**
 * `@mantine/form` for a form whose rules live in a machine. Mantine holds the typed values; the machine's field errors
 * go into `form.setErrors`, and each one disappears when its field is edited. After a submit, the first field with an
 * error, in DOM order, gets the focus.
 *
 * Spread `formProps` on the `<form>` and `form.getInputProps(name)` on each input. Inputs are uncontrolled by default,
 * so typing does not render the form.
 */
export function useMachineForm<Values extends Record<string, unknown>>({
  errors,
  onSubmit,
  onValuesChange,
  ...options
}: MachineFormInput<Values>) {
  const formElement = useRef<HTMLFormElement>(null)
  // Errors that arrive after the user has gone on typing must not move the focus.
  const isFocusPending = useRef(false)
  const [submitCount, countSubmit] = useReducer((count: number) => count + 1, 0)
  // Mantine makes new setters for a new callback, and effects depend on the setters.
  const handleValuesChange = useCallback(
    (values: Values, previous: Values) => {
      isFocusPending.current = false
      onValuesChange?.(values, previous)
    },
    [onValuesChange],
  )
  const form = useForm<Values>({ mode: 'uncontrolled', ...options, onValuesChange: handleValuesChange })

  const { setErrors } = form
  useLayoutEffect(() => {
    setErrors({ ...errors })
    if (!isFocusPending.current) return
    const inputs = formElement.current?.querySelectorAll<HTMLElement>('[data-path]') ?? []
    const invalidInput = [...inputs].find(({ dataset }) => errors[dataset['path'] ?? ''])
    if (!invalidInput) return
    isFocusPending.current = false
    invalidInput.focus()
  }, [errors, setErrors, submitCount])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    isFocusPending.current = true
    countSubmit()
    onSubmit(form.getValues())
  }

  return { form, formProps: { ref: formElement, onSubmit: submit, noValidate: true } as const }
}
