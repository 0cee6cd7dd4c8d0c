// The bank's page in its frame: the cardholder completes or fails the authentication, and the page receives the result.
const at = (id) => document.getElementById(id)
let port
let clientSecret = ''
let intent
let busy = false

const CONNECTION_ERROR = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. ' +
    'Please check your internet connection and try again.',
}

async function post(path, body) {
  try {
    const response = await fetch(`/sandbox/stripe/v1/payment_intents/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: clientSecret, ...body }),
    })
    return await response.json()
  } catch {
    return { error: CONNECTION_ERROR }
  }
}

/** The keys that are pressed in this frame. */
const pressedKeys = new Set()
let onKeysReleased

/** Ends after the next frame, so that the pressed button is painted before this frame is removed. */
function endWhenKeysReleased() {
  if (pressedKeys.size > 0 || !onKeysReleased) return
  const finish = onKeysReleased
  onKeysReleased = undefined
  if (at('bank').hidden) finish()
  else requestAnimationFrame(() => setTimeout(finish))
}

/** Sends the result, after which the page removes this frame. Waits for keyup, which the page would receive otherwise. */
function end(result) {
  onKeysReleased = () => port.postMessage({ kind: 'result', result })
  endWhenKeysReleased()
}

async function confirm(secret) {
  clientSecret = secret
  const found = await post('read')
  if (found.error) return end(found)
  intent = found.paymentIntent
  if (intent.status !== 'requires_action') {
    return end({
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
        payment_intent: intent,
      },
    })
  }
  at('amount').textContent = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(
    intent.amount / 100,
  )
  return port.postMessage({ kind: 'show' })
}

async function choose(outcome) {
  if (busy) return
  busy = true
  at('message').textContent = 'Loading…'
  end(await post('authenticate', { outcome }))
}

/** Closes without an outcome. The payment can still be confirmed with the same secret. */
function close() {
  if (busy || !intent) return
  busy = true
  end({
    error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_intent: intent,
    },
  })
}

at('complete').addEventListener('click', () => void choose('complete'))
at('fail').addEventListener('click', () => void choose('fail'))
at('close').addEventListener('click', close)
document.addEventListener('keydown', (event) => {
  pressedKeys.add(event.code)
  if (event.key === 'Escape') close()
})
document.addEventListener('keyup', (event) => {
  pressedKeys.delete(event.code)
  endWhenKeysReleased()
})
window.addEventListener('blur', () => {
  pressedKeys.clear()
  endWhenKeysReleased()
})

/** Focuses the button. The frame receives the focus asynchronously, so this repeats for up to a second. */
function takeFocus(tries = 60) {
  window.focus()
  at('complete').focus()
  const isFocused = document.hasFocus() && document.activeElement === at('complete')
  if (!isFocused && tries > 0) requestAnimationFrame(() => takeFocus(tries - 1))
}

window.addEventListener('message', function connect(event) {
  if (port || event.source !== window.parent || event.data !== 'statecast-sandbox:connect' || !event.ports[0]) return
  window.removeEventListener('message', connect)
  port = event.ports[0]
  port.onmessage = ({ data }) => {
    if (data.kind === 'confirm') void confirm(data.clientSecret)
    if (data.kind === 'shown') {
      at('bank').hidden = false
      takeFocus()
    }
    if (data.kind === 'close') close()
  }
  port.postMessage({ kind: 'ready' })
})
window.parent.postMessage('statecast-sandbox:listening', '*')
