// PayPal's button in its frame: opens the window at the click, tells the page, and hands the window the subscription
// that the page made for it. It shows itself once the page listens: a press on what is seen is never lost.
const button = document.getElementById('pay')
let port
let disabled = false
/** The window and what is known of it, while it is open. */
let attempt
/** Every press that opens a window has its number: what the page says of one must not meet the next. */
let presses = 0

const postToPage = (message) => port?.postMessage(message)

function end(message) {
  clearInterval(attempt.watch)
  const { popup } = attempt
  attempt = undefined
  if (!popup.closed) popup.close()
  if (message) postToPage(message)
}

function checkPopupClosed() {
  if (attempt?.popup.closed) end({ kind: 'cancelled' })
}

function pay() {
  if (disabled) return
  // Closed by the person, and not noticed yet.
  checkPopupClosed()
  if (attempt) return attempt.popup.focus()
  presses += 1
  const popup = window.open('/sandbox/paypal/checkout.html', '', 'popup,width=480,height=680')
  postToPage({ kind: 'clicked', number: presses })
  if (!popup) return postToPage({ kind: 'failed', message: 'Unable to open the PayPal window: it was blocked' })
  attempt = { number: presses, popup, watch: setInterval(checkPopupClosed, 250), id: undefined, loaded: false }
  return undefined
}
button.addEventListener('click', pay)

/** Both must be there: the window, loaded, and the subscription that it is about. */
function sendSubscription() {
  if (attempt?.loaded && attempt.id) {
    attempt.popup.postMessage({ kind: 'subscription', id: attempt.id }, location.origin)
  }
}

// The window, and nobody else.
window.addEventListener('message', (event) => {
  if (!attempt || event.source !== attempt.popup || event.origin !== location.origin) return
  const { kind, payerId, message } = event.data
  if (kind === 'loaded') {
    attempt.loaded = true
    sendSubscription()
  } else if (kind === 'approved') end({ kind, id: attempt.id, payerId })
  else if (kind === 'cancelled') end({ kind })
  else if (kind === 'failed') end({ kind, message })
  else if (kind === 'leaving') {
    attempt.loaded = false
    checkPopupClosed()
  }
})

function onMessage({ data }) {
  const isCurrentAttempt = attempt && data.number === attempt.number
  if (data.kind === 'order' && isCurrentAttempt) {
    attempt.id = data.id
    sendSubscription()
  } else if (data.kind === 'abandon' && isCurrentAttempt) end()
  else if (data.kind === 'show') button.hidden = false
  else if (data.kind === 'restart') pay()
  else if (data.kind === 'enable' || data.kind === 'disable') {
    disabled = data.kind === 'disable'
    button.setAttribute('aria-disabled', String(disabled))
  }
}

// The page that holds this frame hands over one end of a channel, once.
window.addEventListener('message', function connect(event) {
  if (port || event.source !== window.parent || event.data !== 'statecast-sandbox:connect' || !event.ports[0]) return
  window.removeEventListener('message', connect)
  port = event.ports[0]
  port.onmessage = onMessage
  postToPage({ kind: 'ready' })
})
window.addEventListener('pagehide', () => attempt?.popup.close())
window.parent.postMessage('statecast-sandbox:listening', '*')
