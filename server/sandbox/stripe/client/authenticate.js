// The bank's page in its frame: asks whether the payment is meant, and gives the provider's answer back.
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

async function ask(path, body) {
  try {
    const answer = await fetch(`/sandbox/stripe/v1/payment_intents/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: clientSecret, ...body }),
    })
    return await answer.json()
  } catch {
    return { error: CONNECTION_ERROR }
  }
}

/** The keys that are down in this frame. */
const pressedKeys = new Set()
let onReleased

/**
 * Goes on once the press that caused it was drawn: then it has been answered here before this frame goes. Nothing is
 * drawn before the page is shown.
 */
function endWhenKeysReleased() {
  if (pressedKeys.size > 0 || !onReleased) return
  const finish = onReleased
  onReleased = undefined
  if (at('bank').hidden) finish()
  else requestAnimationFrame(() => setTimeout(finish))
}

/** The frame goes by this: only once no key is down, or the page behind would get the end of a press begun here. */
function end(result) {
  onReleased = () => port.postMessage({ kind: 'result', result })
  endWhenKeysReleased()
}

async function confirm(secret) {
  clientSecret = secret
  const found = await ask('read')
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
  at('said').textContent = 'One moment…'
  end(await ask('authenticate', { outcome }))
}

/** Left without an answer: nothing is paid, and the payment may still be confirmed with the same secret. */
function leave() {
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
at('close').addEventListener('click', leave)
document.addEventListener('keydown', (event) => {
  pressedKeys.add(event.code)
  if (event.key === 'Escape') leave()
})
document.addEventListener('keyup', (event) => {
  pressedKeys.delete(event.code)
  endWhenKeysReleased()
})
window.addEventListener('blur', () => {
  pressedKeys.clear()
  endWhenKeysReleased()
})

/** The page around gives its focus to this frame in its own time: asked for until it is here, for a second at most. */
function takeFocus(tries = 60) {
  window.focus()
  at('complete').focus()
  const isHere = document.hasFocus() && document.activeElement === at('complete')
  if (!isHere && tries > 0) requestAnimationFrame(() => takeFocus(tries - 1))
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
    if (data.kind === 'close') leave()
  }
  port.postMessage({ kind: 'ready' })
})
window.parent.postMessage('statecast-sandbox:listening', '*')
