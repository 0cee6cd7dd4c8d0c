// PayPal's button in its frame: a click opens the window, and the page creates the subscription, which the button sends
// to the window. The button is hidden until the page is connected, so that no click is lost.
const button = document.getElementById('pay')
let port
let disabled = false
/** The open window and its subscription. */
let attempt
/** The number of the current attempt. Messages about an earlier attempt are ignored. */
let lastNumber = 0

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
  // The window may have been closed since the last check.
  checkPopupClosed()
  if (attempt) return attempt.popup.focus()
  lastNumber += 1
  const popup = window.open('/sandbox/paypal/checkout.html', '', 'popup,width=480,height=680')
  postToPage({ kind: 'clicked', number: lastNumber })
  if (!popup) return postToPage({ kind: 'failed', message: 'The browser blocked the PayPal window' })
  attempt = { number: lastNumber, popup, watch: setInterval(checkPopupClosed, 250), id: undefined, loaded: false }
  return undefined
}
button.addEventListener('click', pay)

/** Sends the subscription when the window has loaded and the page has created it. */
function sendSubscription() {
  if (attempt?.loaded && attempt.id) {
    attempt.popup.postMessage({ kind: 'subscription', id: attempt.id }, location.origin)
  }
}

// Messages of the window. Other senders are ignored.
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

// The embedding page sends one end of a message channel, once.
window.addEventListener('message', function connect(event) {
  if (port || event.source !== window.parent || event.data !== 'statecast-sandbox:connect' || !event.ports[0]) return
  window.removeEventListener('message', connect)
  port = event.ports[0]
  port.onmessage = onMessage
  postToPage({ kind: 'ready' })
})
window.addEventListener('pagehide', () => attempt?.popup.close())
window.parent.postMessage('statecast-sandbox:listening', '*')
