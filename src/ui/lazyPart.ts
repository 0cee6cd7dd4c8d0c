import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/**
 * A part of a screen whose code is loaded when the part is first rendered. If it can't be loaded, `Missing` is rendered
 * instead, so that the rest of the screen stays.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      return { default: Missing }
    }
  })
