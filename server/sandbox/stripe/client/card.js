// The card field in its frame, on the provider's origin. What is typed here leaves for this origin alone: the page
// around it hears whether it is whole, its brand and what is wrong with it. It is shown once the page listens: nothing
// that is typed is lost.
import {
  brandOf,
  cvcLength,
  cvcProblem,
  digitsOf,
  parseExpiry,
  expiryProblem,
  formatNumber,
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

const hasPostalField = () => options.hidePostalCode !== true
const visibleFields = () => Object.keys(fields).filter((name) => name !== 'postal' || hasPostalField())

function problems(allLeft) {
  const digits = digitsOf(fields.number.value)
  const isLeft = (name) => allLeft || (blurredFields.has(name) && fields[name].value !== '')
  return {
    number: numberProblem(digits, isLeft('number')),
    expiry: expiryProblem(parseExpiry(fields.expiry.value), isLeft('expiry'), new Date()),
    cvc: cvcProblem(fields.cvc.value, digits, isLeft('cvc')),
    postal: hasPostalField() ? postalProblem(fields.postal.value, isLeft('postal')) : undefined,
  }
}

const postToPage = (message) => port?.postMessage(message)

/** Shows what is wrong and tells the page, when something changed. `allLeft`: as if every field had been left. */
function reportChange({ allLeft: treatAllAsBlurred = false } = {}) {
  const digits = digitsOf(fields.number.value)
  const brand = brandOf(digits)
  const found = problems(treatAllAsBlurred)
  const names = visibleFields()
  const first = names.map((name) => found[name]).find(Boolean)
  for (const name of names) {
    if (found[name]) fields[name].setAttribute('aria-invalid', 'true')
    else fields[name].removeAttribute('aria-invalid')
  }
  at('problem').textContent = first?.message ?? ''
  const mark = at('brand')
  if (brand === 'unknown') mark.removeAttribute('data-brand')
  else mark.setAttribute('data-brand', brand)
  mark.querySelector('text').textContent = MARKS[brand] ?? ''
  const change = {
    kind: 'change',
    empty: names.every((name) => fields[name].value === ''),
    complete: names.every((name) => problems(true)[name] === undefined),
    brand,
    error: first,
    postalCode: hasPostalField() ? fields.postal.value : '',
  }
  const text = JSON.stringify(change)
  if (text === lastChange) return
  lastChange = text
  postToPage(change)
}

const MARKS = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DC',
  jcb: 'JCB',
  unionpay: 'UP',
}

/** Writes the field anew and puts the caret back behind the same digit. */
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

/** On to the next field, once this one is whole and the caret stands at its end. */
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
  const whole = digitsOf(fields.number.value)
  if (whole.length === maxNumberLength(whole) && numberProblem(whole, true) === undefined) focusNextField('number')
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
    const before = names[names.findIndex((name) => fields[name] === event.target) - 1]
    if (before) {
      event.preventDefault()
      fields[before].focus()
    }
  }
})
at('card').addEventListener('submit', (event) => event.preventDefault())

/** Looks and choices, as the page gives them. Only what is known is taken, as values of CSS. */
function applyOptions(given) {
  options = { ...options, ...given }
  at('postal-part').hidden = !hasPostalField()
  const base = options.style?.base ?? {}
  const looks = {
    '--color': base.color,
    '--placeholder': base['::placeholder']?.color,
    '--invalid': options.style?.invalid?.color,
    '--icon': base.iconColor,
    '--size': base.fontSize,
    '--family': base.fontFamily,
    '--weight': base.fontWeight,
    '--ground': options.ground,
  }
  for (const [name, value] of Object.entries(looks)) {
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
  reportChange({ allLeft: true })
  const found = problems(true)
  const wrong = visibleFields().find((name) => found[name])
  if (wrong) {
    fields[wrong].focus()
    return postToPage({ kind: 'tokenized', id, error: found[wrong] })
  }
  const { month, year } = parseExpiry(fields.expiry.value)
  const address = { ...billing?.address, ...(hasPostalField() && { postal_code: fields.postal.value }) }
  try {
    const answer = await fetch('/sandbox/stripe/v1/payment_methods', {
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
    const { paymentMethod, error } = await answer.json()
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

/** The page around gives its focus to this frame in its own time: asked for until it is here, for a second at most. */
function takeFocus(field, tries = 60) {
  window.focus()
  field.focus()
  const isHere = document.hasFocus() && document.activeElement === field
  if (!isHere && tries > 0) requestAnimationFrame(() => takeFocus(field, tries - 1))
}

function onMessage({ data }) {
  if (data.kind === 'options') {
    applyOptions(data.options)
    at('card').classList.remove('waits')
  }
  if (data.kind === 'focus')
    takeFocus(
      visibleFields()
        .map((name) => fields[name])
        .find((field) => field.value === '') ?? fields.number,
    )
  if (data.kind === 'blur') document.activeElement?.blur()
  if (data.kind === 'clear') {
    blurredFields.clear()
    for (const field of Object.values(fields)) field.value = ''
    reportChange()
  }
  if (data.kind === 'tokenize') void tokenize(data.id, data.billing)
}

// An untouched field is no change.
reportChange()

// The page that holds this frame hands over one end of a channel, once. Nobody else is listened to.
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
