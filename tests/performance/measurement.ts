/** One measured figure. `ok` is undefined where there is nothing to reach. */
export interface Measurement {
  figure: string
  value: number
  unit: string
  /** What it stands beside, measured in the same run or laid down. */
  reference: string
  limit: number | undefined
  ok: boolean | undefined
}

/** A figure that must not be above its limit. */
export const atMost = (
  figure: string,
  value: number,
  unit: string,
  limit: number,
  reference = 'the limit laid down',
): Measurement => ({
  figure,
  value,
  unit,
  reference,
  limit,
  ok: value <= limit,
})

/** A figure that must not be below its limit. */
export const atLeast = (
  figure: string,
  value: number,
  unit: string,
  limit: number,
  reference = 'the limit laid down',
): Measurement => ({
  figure,
  value,
  unit,
  reference,
  limit,
  ok: value >= limit,
})

/** A figure to know; nothing depends on it. */
export const withoutLimit = (figure: string, value: number, unit: string, reference: string): Measurement => ({
  figure,
  value,
  unit,
  reference,
  limit: undefined,
  ok: undefined,
})

/** The middle of an odd number of values. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
