/** One measured value. `ok` is undefined without a limit. */
export interface Measurement {
  figure: string
  value: number
  unit: string
  /** What the value is compared with: a baseline of the same run, or a fixed limit. */
  reference: string
  limit: number | undefined
  ok: boolean | undefined
}

const withLimit =
  (isMet: (value: number, limit: number) => boolean) =>
  (figure: string, value: number, unit: string, limit: number, reference = 'fixed limit'): Measurement => ({
    figure,
    value,
    unit,
    reference,
    limit,
    ok: isMet(value, limit),
  })

export const atMost = withLimit((value, limit) => value <= limit)
export const atLeast = withLimit((value, limit) => value >= limit)

export const withoutLimit = (figure: string, value: number, unit: string, reference: string): Measurement => ({
  figure,
  value,
  unit,
  reference,
  limit: undefined,
  ok: undefined,
})

/** The median of an odd number of values. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
