/** Whatever a person may type into any machine, an inspector is not told of it. */
import { describe, expect, it } from 'vitest'
import { redact } from '../../src/app/inspector/redact.ts'
import { loadModels } from '../paths/loadModels.ts'

const models = await loadModels()

/** What is chosen among given words, or names a place of the machine; everything else is typed. */
const CHOSEN = new Set(['type', 'kind', 'field', 'category', 'slug', 'by', 'reason', 'quality', 'preferred_quality'])

/** Every text of a payload with the name under which it stands. */
const texts = (value: unknown, name = ''): { name: string; text: string }[] =>
  typeof value === 'string'
    ? [{ name, text: value }]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => texts(inner, Array.isArray(value) ? name : key))
      : []

const forms = models.flatMap(({ name, events }) =>
  Object.entries(events)
    .filter(([type]) => /^(form|field|state|city)\./.test(type))
    .flatMap(([type, cases]) => Object.entries(cases).map(([of, payload]) => ({ name, type, of, payload }))),
)

describe('an inspector', () => {
  it.each(forms)('is not told what is typed: $name, $type $of', ({ type, payload }) => {
    const typed = texts(payload).filter(({ name, text }) => !CHOSEN.has(name) && text.trim() !== '')
    const told = texts(redact({ type, ...payload }))
    for (const { text } of typed) expect(told.map((one) => one.text)).not.toContain(text)
  })
  it('is asked about every form', () => {
    expect(new Set(forms.map(({ name }) => name)).size).toBeGreaterThan(6)
  })
})
