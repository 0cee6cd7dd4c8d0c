/** The root machines of `actorTrees.ts`, without its imports. */
export const systemNames = [
  'cancellation',
  'activeCancellation',
  'planChange',
  'checkout',
  'activeCheckout',
  'savedCards',
  'session',
  'livePlayer',
  'profileEdit',
] as const

export type SystemName = (typeof systemNames)[number]

export const isSystemName = (name: string): name is SystemName => systemNames.some((other) => other === name)
