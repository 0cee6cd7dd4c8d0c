// PayPal's window: shows the subscription that the button hands over, and tells the button what the person decides.
const at = (id) => document.getElementById(id)
let subscription
let busy = false

const postToOpener = (message) => window.opener?.postMessage(message, location.origin)

/**
 * The press that is being answered is over once it was drawn. A window that goes before leaves whoever pressed without
 * the end of it.
 */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

async function ask(path, id) {
  const answer = await fetch(`/sandbox/paypal/v1/subscriptions/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  })
  return { ok: answer.ok, ...(await answer.json()) }
}

function showError(message) {
  at('title').textContent = 'This can’t be done'
  at('said').textContent = message
  at('approve').hidden = true
}

async function show(id) {
  try {
    const found = await ask('read', id)
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
      return showError('This subscription has been used already.')
    }
    at('approve').hidden = false
    return at('approve').focus()
  } catch {
    return showError('PayPal can’t be reached. Please try again.')
  }
}

at('approve').addEventListener('click', async () => {
  if (busy || !subscription) return
  busy = true
  at('said').textContent = 'One moment…'
  try {
    const [approved] = await Promise.all([ask('approve', subscription), nextFrame()])
    if (approved.ok) postToOpener({ kind: 'approved', payerId: approved.payer_id })
    else postToOpener({ kind: 'failed', message: approved.message })
  } catch {
    busy = false
    at('said').textContent = 'PayPal can’t be reached. Please try again.'
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
else showError('This window belongs to a page that asked for it. Close it and press the PayPal button there.')
