/** The machines that are walked together with those that they talk to; who these are stands in `together.ts`. */
export const systemNames = ['planChange', 'checkout', 'savedCards', 'session'] as const

export type SystemName = (typeof systemNames)[number]

export const isSystemName = (name: string): name is SystemName => systemNames.some((company) => company === name)
