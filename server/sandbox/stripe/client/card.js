// The card field in its frame on the provider's origin. Card data is sent to this origin only. The embedding page
// receives the brand, whether the card is complete, and its first error. The field is hidden until the page is connected.
import {
  brandOf,
  cvcLength,
  cvcProblem,
  digitsOf,
  parseExpiry,
  expiryProblem,
  formatNumber,
  hasPostalCode,
  maxNumberLength,
  numberProblem,
  postalProblem,
} from './cardRules.js'

const at = (id) => document.getElementById(id)
const fields = { number: at('number'), expiry: at('expiry'), cvc: at('cvc'), postal: at('postal') }
const blurredFields = new Set()
let options = {}
let port
let lastChange = ''
let isPrefilled = false
let hasFonts = false

const hasPostalField = () => options.hidePostalCode !== true && hasPostalCode(digitsOf(fields.number.value))
const visibleFields = () => Object.keys(fields).filter((name) => name !== 'postal' || hasPostalField())

function findProblems(treatAllAsBlurred) {
  const digits = digitsOf(fields.number.value)
  const isBlurred = (name) => treatAllAsBlurred || (blurredFields.has(name) && fields[name].value !== '')
  return {
    number: numberProblem(digits, isBlurred('number')),
    expiry: expiryProblem(parseExpiry(fields.expiry.value), isBlurred('expiry'), new Date()),
    cvc: cvcProblem(fields.cvc.value, digits, isBlurred('cvc')),
    postal: hasPostalField() ? postalProblem(fields.postal.value, isBlurred('postal')) : undefined,
  }
}

const postToPage = (message) => port?.postMessage(message)

/** Shows the first error and sends changes to the page. */
function reportChange({ treatAllAsBlurred = false } = {}) {
  const digits = digitsOf(fields.number.value)
  const brand = brandOf(digits)
  at('postal-part').hidden = !hasPostalField()
  const problems = findProblems(treatAllAsBlurred)
  const names = visibleFields()
  const first = names.map((name) => problems[name]).find(Boolean)
  for (const name of names) {
    if (problems[name]) fields[name].setAttribute('aria-invalid', 'true')
    else fields[name].removeAttribute('aria-invalid')
  }
  at('problem').textContent = first?.message ?? ''
  const logo = at('brand')
  if (brand === 'unknown') logo.removeAttribute('data-brand')
  else logo.setAttribute('data-brand', brand)
  logo.querySelector('text').textContent = BRAND_LABELS[brand] ?? ''
  const change = {
    kind: 'change',
    // A postal code alone, which the page may have filled in, does not count as input.
    empty: ['number', 'expiry', 'cvc'].every((name) => fields[name].value === ''),
    complete: names.every((name) => findProblems(true)[name] === undefined),
    brand,
    error: first,
    postalCode: hasPostalField() ? fields.postal.value : '',
  }
  const text = JSON.stringify(change)
  if (text === lastChange) return
  lastChange = text
  postToPage(change)
}

const BRAND_LABELS = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DC',
  jcb: 'JCB',
  unionpay: 'UP',
}

/** Replaces the value and keeps the caret after the same digit. */
function rewrite(field, text) {
  if (field.value === text) return
  const before = digitsOf(field.value.slice(0, field.selectionStart ?? field.value.length)).length
  const atEnd = field.selectionStart === field.value.length
  field.value = text
  let position = 0
  for (let digits = 0; digits < before && position < text.length; position += 1) {
    if (/\d/.test(text[position])) digits += 1
  }
  const caret = atEnd ? text.length : position
  if (document.activeElement === field) field.setSelectionRange(caret, caret)
}

/** Focuses the next field when the caret is at the end of this one. */
function focusNextField(name) {
  const field = fields[name]
  if (document.activeElement !== field || field.selectionStart !== field.value.length) return
  const names = visibleFields()
  const next = names[names.indexOf(name) + 1]
  if (next) fields[next].focus()
}

fields.number.addEventListener('input', () => {
  const digits = digitsOf(fields.number.value)
  rewrite(fields.number, formatNumber(digits.slice(0, maxNumberLength(digits))))
  fields.cvc.maxLength = cvcLength(digits)
  const entered = digitsOf(fields.number.value)
  if (entered.length === maxNumberLength(entered) && numberProblem(entered, true) === undefined)
    focusNextField('number')
  reportChange()
})
fields.expiry.addEventListener('input', (event) => {
  const { month, year } = parseExpiry(fields.expiry.value)
  const deleting = event.inputType?.startsWith('delete')
  const text = year === '' ? (month.length === 2 && !deleting ? `${month} / ` : month) : `${month} / ${year}`
  rewrite(fields.expiry, deleting && year === '' ? digitsOf(fields.expiry.value) : text)
  if (year.length === 2 && expiryProblem({ month, year }, true, new Date()) === undefined) focusNextField('expiry')
  reportChange()
})
fields.cvc.addEventListener('input', () => {
  const digits = digitsOf(fields.number.value)
  rewrite(fields.cvc, digitsOf(fields.cvc.value).slice(0, cvcLength(digits)))
  if (fields.cvc.value.length === cvcLength(digits)) focusNextField('cvc')
  reportChange()
})
fields.postal.addEventListener('input', () => reportChange())

for (const [name, field] of Object.entries(fields)) {
  field.addEventListener('blur', () => {
    blurredFields.add(name)
    reportChange()
  })
}
document.addEventListener('focusin', (event) => {
  if (event.relatedTarget === null) postToPage({ kind: 'focus' })
})
document.addEventListener('focusout', (event) => {
  if (event.relatedTarget === null) postToPage({ kind: 'blur' })
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') postToPage({ kind: 'escape' })
  if (event.key === 'Enter') postToPage({ kind: 'enter' })
  if (event.key === 'Backspace' && event.target.value === '') {
    const names = visibleFields()
    const previous = names[names.findIndex((name) => fields[name] === event.target) - 1]
    if (previous) {
      event.preventDefault()
      fields[previous].focus()
    }
  }
})
at('card').addEventListener('submit', (event) => event.preventDefault())

/** Fills in the postal code once, as long as it is empty. */
function prefill(value) {
  if (isPrefilled || typeof value?.postalCode !== 'string') return
  isPrefilled = true
  if (fields.postal.value === '') fields.postal.value = value.postalCode
}

/** Loads the page's fonts once. */
function loadFonts(fonts) {
  if (hasFonts || !Array.isArray(fonts)) return
  hasFonts = true
  for (const { family, src, ...descriptors } of fonts) document.fonts.add(new FontFace(family, src, descriptors))
}

/** Applies the page's options. Known style properties become CSS custom properties. */
function applyOptions(changes) {
  options = { ...options, ...changes }
  prefill(options.value)
  loadFonts(options.fonts)
  const base = options.style?.base ?? {}
  const properties = {
    '--color': base.color,
    '--placeholder': base['::placeholder']?.color,
    '--invalid': options.style?.invalid?.color,
    '--icon': base.iconColor,
    '--size': base.fontSize,
    '--family': base.fontFamily,
    '--weight': base.fontWeight,
    '--background': options.background,
  }
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'string' || typeof value === 'number') {
      document.documentElement.style.setProperty(name, String(value))
    }
  }
  document.documentElement.style.colorScheme = options.colorScheme === 'dark' ? 'dark' : 'light'
  for (const field of Object.values(fields)) field.disabled = options.disabled === true
  at('brand').style.display = options.hideIcon === true ? 'none' : ''
  reportChange()
}

async function tokenize(id, billing) {
  for (const name of visibleFields()) blurredFields.add(name)
  reportChange({ treatAllAsBlurred: true })
  const problems = findProblems(true)
  const invalid = visibleFields().find((name) => problems[name])
  if (invalid) {
    fields[invalid].focus()
    return postToPage({ kind: 'tokenized', id, error: problems[invalid] })
  }
  const { month, year } = parseExpiry(fields.expiry.value)
  const address = { ...billing?.address, ...(hasPostalField() && { postal_code: fields.postal.value }) }
  try {
    const response = await fetch('/sandbox/stripe/v1/payment_methods', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        number: digitsOf(fields.number.value),
        exp_month: Number(month),
        exp_year: 2000 + Number(year),
        cvc: fields.cvc.value,
        billing_details: { ...billing, address },
      }),
    })
    const { paymentMethod, error } = await response.json()
    return postToPage({ kind: 'tokenized', id, paymentMethod, error })
  } catch {
    return postToPage({
      kind: 'tokenized',
      id,
      error: {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. ' +
          'Please check your internet connection and try again.',
      },
    })
  }
}

/** Focuses the field. The frame receives the focus asynchronously, so this repeats for up to a second. */
function takeFocus(field, tries = 60) {
  window.focus()
  field.focus()
  const isFocused = document.hasFocus() && document.activeElement === field
  if (!isFocused && tries > 0) requestAnimationFrame(() => takeFocus(field, tries - 1))
}

function onMessage({ data }) {
  if (data.kind === 'options') {
    applyOptions(data.options)
    at('card').classList.remove('connecting')
  }
  if (data.kind === 'focus')
    takeFocus(
      visibleFields()
        .map((name) => fields[name])
        .find((field) => field.value === '') ?? fields.number,
    )
  if (data.kind === 'tokenize') void tokenize(data.id, data.billing)
}

// Records the initial state, so that only changes to it are sent.
reportChange()

// The embedding page sends one end of a message channel, once. Other messages are ignored.
window.addEventListener('message', function connect(event) {
  if (port || event.source !== window.parent || event.data !== 'statecast-sandbox:connect' || !event.ports[0]) return
  window.removeEventListener('message', connect)
  port = event.ports[0]
  port.onmessage = onMessage
  new ResizeObserver(() =>
    postToPage({ kind: 'height', height: Math.ceil(at('card').getBoundingClientRect().height) }),
  ).observe(at('card'))
  postToPage({ kind: 'ready' })
})
window.parent.postMessage('statecast-sandbox:listening', '*')
