// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The tokens of the stylesheet without its media queries. */
const sheet = readFileSync(new URL('../../../src/ui/tokens.css', import.meta.url), 'utf8')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')

function declarationsOf(selector: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, head = '', body = ''] of sheet.matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
    if (!head.split(',').some((one) => one.trim() === selector)) continue
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) found.set(name, value.trim())
  }
  return found
}

const lightTokens = declarationsOf(':root')
const darkTokens = new Map([...lightTokens, ...declarationsOf(':root.dark'), ...declarationsOf('.dark')])

function color(tokens: Map<string, string>, name: string): string {
  const value = tokens.get(name)
  if (value === undefined) throw new Error(`no token ${name}`)
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  return reference ? color(tokens, reference) : value
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/[\da-f]/gi, '$&$&') : hex
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(long.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['--ground', '--raised', '--sunken', '--hover']
const pairsOfText = [
  ...['--text', '--quiet', '--signal-text', '--done', '--unsure', '--n-10', '--n-11'].flatMap((ink) =>
    grounds.map((ground) => [ink, ground] as const),
  ),
  ['--on-signal', '--signal-fill'],
  ['--on-signal', '--signal-fill-hover'],
  ['--ground', '--n-11'],
  ['--mantine-color-disabled-color', '--mantine-color-disabled'],
  ['--mantine-color-placeholder', '--mantine-color-dark-6'],
] as const
const pairsOfControls = [
  ...['--edge', '--focus', '--signal-fill'].flatMap((ink) =>
    ['--ground', '--raised', '--sunken'].map((ground) => [ink, ground] as const),
  ),
  ['--mantine-color-default-border', '--mantine-color-default'],
  ['--mantine-color-gray-4', '--mantine-color-body'],
  ['--mantine-color-dark-4', '--mantine-color-body'],
] as const

describe.each([
  ['in light mode', lightTokens],
  ['in dark mode', darkTokens],
])('colors %s', (_, tokens) => {
  it.each(pairsOfText)('text %s on %s has at least 4.5:1', (ink, ground) => {
    expect(contrast(color(tokens, ink), color(tokens, ground))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(pairsOfControls)('control %s on %s has at least 3:1', (ink, ground) => {
    expect(contrast(color(tokens, ink), color(tokens, ground))).toBeGreaterThanOrEqual(3)
  })

  it('has twelve neutral steps, with increasing contrast to the ground', () => {
    const steps = Array.from({ length: 12 }, (_unused, i) =>
      contrast(color(tokens, `--n-${i + 1}`), color(tokens, '--n-1')),
    )
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(new Set(steps).size).toBe(12)
  })
})

describe('sizes', () => {
  /** A size and its limit as a share of the screen's width, which keeps text at 200 % readable. */
  const sizeOf = (name: string) => {
    const [, most, , size = '', share] =
      /^(min\()?(([\d.]+)rem)(?:, ([\d.]+)vw\))?$/.exec(lightTokens.get(name) ?? '') ?? []
    if (size === '' || (most !== undefined && share === undefined)) throw new Error(`${name} is no size`)
    return { rem: Number(size), share: share === undefined ? Infinity : Number(share) }
  }
  const rem = (name: string) => sizeOf(name).rem

  it('form a scale of six steps with ratio 1.25', () => {
    const scale = ['small', 'body', 'lead', 'title', 'headline', 'display'].map((word) => rem(`--type-${word}`))
    scale.slice(1).forEach((size, i) => expect(size / (scale[i] ?? 0)).toBeCloseTo(1.25, 3))
  })

  it('are multiples of 8 px, except the half step', () => {
    for (const [name] of lightTokens) {
      if (!/^--space-\d$/.test(name)) continue
      expect((rem(name) * 16) % 8, name).toBe(0)
    }
  })

  it('are not limited by the width at 320 px and the default font size', () => {
    for (const [name] of lightTokens) {
      if (!/^--(type|space)-|^--target$/.test(name)) continue
      const { rem: size, share } = sizeOf(name)
      expect(size * 16, name).toBeLessThanOrEqual((share / 100) * 320)
    }
  })

  it('include a target of at least 24 px', () => {
    expect(rem('--target') * 16).toBeGreaterThanOrEqual(24)
  })
})
