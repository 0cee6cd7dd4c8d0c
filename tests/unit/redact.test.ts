/** The inspector receives no typed text of any machine. */
import { describe, expect, it } from 'vitest'
import { redact } from '../../src/app/inspector/redact.ts'
import { loadModels } from '../paths/loadModels.ts'

const models = await loadModels()

/** Fields with predefined values or names of fields. The values of all other fields are typed. */
const CHOSEN = new Set(['type', 'kind', 'field', 'category', 'slug', 'by', 'reason', 'quality', 'preferred_quality'])

/** Every text of a payload with its key. */
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

describe('the inspector', () => {
  it.each(forms)('receives no typed text: $name, $type $of', ({ type, payload }) => {
    const typed = texts(payload).filter(({ name, text }) => !CHOSEN.has(name) && text.trim() !== '')
    const redacted = texts(redact({ type, ...payload }))
    for (const { text } of typed) expect(redacted.map((one) => one.text)).not.toContain(text)
  })
  it('is tested with every form', () => {
    expect(new Set(forms.map(({ name }) => name)).size).toBeGreaterThan(6)
  })
})
