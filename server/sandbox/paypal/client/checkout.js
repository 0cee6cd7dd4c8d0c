// PayPal's window: shows the subscription that the button sends, and sends the buyer's decision to the button.
const at = (id) => document.getElementById(id)
let subscription
let busy = false

const UNREACHABLE = 'PayPal can’t be reached. Please try again.'

const postToOpener = (message) => window.opener?.postMessage(message, location.origin)

/** Resolves after the next frame. A window that closes during a click would not receive its pointerup event. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

async function post(path, id) {
  const response = await fetch(`/sandbox/paypal/v1/subscriptions/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  })
  return { ok: response.ok, ...(await response.json()) }
}

function showError(message) {
  at('title').textContent = 'This subscription can’t be approved'
  at('message').textContent = message
  at('approve').hidden = true
}

async function show(id) {
  try {
    const found = await post('read', id)
    if (!found.ok) return showError(found.message)
    const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: found.currency })
    subscription = id
    at('title').textContent = `Subscribe to ${found.product}`
    at('subscriber').textContent = found.subscriber
    at('price').textContent = price.format(Number(found.price))
    at('trial-row').hidden = found.trial_days === 0
    at('trial').textContent = `${price.format(0)}, ${found.trial_days} days free`
    at('subscription').textContent = id
    at('terms').hidden = false
    if (found.status !== 'APPROVAL_PENDING' && found.status !== 'APPROVED') {
      return showError('This subscription was already used.')
    }
    at('approve').hidden = false
    return at('approve').focus()
  } catch {
    return showError(UNREACHABLE)
  }
}

at('approve').addEventListener('click', async () => {
  if (busy || !subscription) return
  busy = true
  at('message').textContent = 'Loading…'
  try {
    const [approved] = await Promise.all([post('approve', subscription), nextFrame()])
    if (approved.ok) postToOpener({ kind: 'approved', payerId: approved.payer_id })
    else postToOpener({ kind: 'failed', message: approved.message })
  } catch {
    busy = false
    at('message').textContent = UNREACHABLE
  }
})
at('cancel').addEventListener('click', async () => {
  await nextFrame()
  postToOpener({ kind: 'cancelled' })
  window.close()
})
window.addEventListener('message', (event) => {
  if (event.source !== window.opener || event.origin !== location.origin) return
  if (event.data.kind === 'subscription' && !subscription) void show(event.data.id)
})
window.addEventListener('pagehide', () => postToOpener({ kind: 'leaving' }))
at('cancel').hidden = false
if (window.opener) postToOpener({ kind: 'loaded' })
else showError('This window was opened without a payment. Close it and press the PayPal button on the payment page.')
