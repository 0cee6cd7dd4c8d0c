/** What is not rendered again when a payment disables its form, because the calls of the payment would wait for it. */
import { render, within } from '@testing-library/react'
import { Profiler, type ComponentProps, type ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { locationPickerMachine, type LocationOption } from '../../machines/locationPicker.ts'
import { PaymentMethodChoice } from '../../src/features/checkout/PaymentMethodChoice.tsx'
import { LocationPicker } from '../../src/features/location/LocationPicker.tsx'
import type * as RadioModule from '../../src/ui/Radio.ts'
import type * as SelectModule from '../../src/ui/Select.ts'
import { ThemeProvider } from '../../src/ui/ThemeProvider.tsx'

const renders = vi.hoisted(() => ({ count: 0 }))
const counted = (children: ReactNode) => (
  <Profiler id="field" onRender={() => void (renders.count += 1)}>
    {children}
  </Profiler>
)

vi.mock('../../src/ui/Select.ts', async (importOriginal) => {
  const { Select, ...rest } = await importOriginal<typeof SelectModule>()
  return { ...rest, Select: (props: ComponentProps<typeof Select>) => counted(<Select {...props} />) }
})
vi.mock('../../src/ui/Radio.ts', async (importOriginal) => {
  const { Radio } = await importOriginal<typeof RadioModule>()
  const Counted = (props: ComponentProps<typeof Radio>) => counted(<Radio {...props} />)
  return { Radio: Object.assign(Counted, { Group: Radio.Group }) }
})

beforeEach(() => void (renders.count = 0))

const offered = ['newCard', 'paypal'] as const
const choose = () => undefined
const location = createActor(
  locationPickerMachine.provide({
    actors: { loadCountries: fromPromise<LocationOption[]>(() => new Promise(() => undefined)) },
  }),
  { input: undefined },
).start()

it.each([
  [
    'the choice of the payment method',
    'radio',
    (disabled: boolean) => (
      <PaymentMethodChoice chosen="newCard" offered={offered} disabled={disabled} onChoose={choose} />
    ),
  ],
  ['the address', 'combobox', (disabled: boolean) => <LocationPicker actor={location} disabled={disabled} />],
] as const)('%s', (_, role, view) => {
  const page = (disabled: boolean) => <ThemeProvider scheme="light">{view(disabled)}</ThemeProvider>
  const { container, rerender } = render(page(false))
  const before = renders.count
  expect(before).toBeGreaterThan(0)
  rerender(page(true))
  for (const field of within(container).getAllByRole(role)) expect(field.closest('fieldset')?.disabled).toBe(true)
  expect(renders.count).toBe(before)
})
