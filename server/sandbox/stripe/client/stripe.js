// A fake of Stripe.js on the application's page: `window.Stripe` with the functions that the application and
// @stripe/react-stripe-js use. Card numbers are typed into a frame of another origin and never reach this page.
;(() => {
  const frames = window.statecastProviderFrames

  /** How long the frame may take to tokenize a card, in ms. */
  const TOKENIZE_TIMEOUT_MS = 30_000

  const CONNECTION_ERROR = {
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. ' +
      'Please check your internet connection and try again.',
  }

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }

  /** The function that tokenizes the card of each element. */
  const tokenizers = new WeakMap()

  function createCardElement(initialOptions, fonts, onDestroy) {
    const handlers = new Map()
    const pendingTokenizations = new Map()
    let options = { ...initialOptions }
    let container
    let frame
    let port
    /** Messages that are sent when the frame is ready. */
    let queuedMessages = []
    let stopConnecting
    let themeObserver
    let scheme = {}
    let lastId = 0
    let destroyed = false

    const emit = (event, payload) => {
      for (const handler of [...(handlers.get(event) ?? [])]) handler({ elementType: 'card', ...payload })
    }
    const postToFrame = (message) => (port ? port.postMessage(message) : queuedMessages.push(message))
    const toggleClasses = (modifiers) => {
      for (const [name, on] of Object.entries(modifiers)) container.classList.toggle(`StripeElement--${name}`, on)
    }
    /** The background behind the field. Contrast checks inside the frame cannot see it. */
    const findBackground = () => {
      for (let node = container; node; node = node.parentElement) {
        const { backgroundColor } = getComputedStyle(node)
        if (backgroundColor && backgroundColor !== 'transparent' && !/, 0\)$/.test(backgroundColor))
          return backgroundColor
      }
      return undefined
    }
    const sendOptions = () => {
      const { style, hidePostalCode, hideIcon, disabled, value } = options
      port?.postMessage({
        kind: 'options',
        options: { style, hidePostalCode, hideIcon, disabled, value, fonts, ...scheme },
      })
    }
    /** Reading the colors takes a layout of the page, so an update of other options does not read them. */
    const sendScheme = () => {
      const colorScheme = getComputedStyle(container).colorScheme === 'dark' ? 'dark' : 'light'
      scheme = { colorScheme, background: findBackground() }
      sendOptions()
    }

    /** A background color changes in a transition, so it has its new value at the end only. */
    const onTransitionEnd = ({ target, propertyName }) => {
      if (propertyName === 'background-color' && target.contains(container)) sendScheme()
    }
    /** A click on the label of the container focuses the field. */
    const onClick = ({ target }) => {
      const label = target instanceof Element ? target.closest('label') : null
      if (label && container.id !== '' && label.htmlFor === container.id) element.focus()
    }
    /** Enter in the card field submits the form, as in an input of the form. */
    function submitForm() {
      const form = container.closest('form')
      const button = form?.querySelector('button:not([type="button"], [type="reset"]), input[type="submit"]')
      if (button && !button.disabled) form.requestSubmit(button)
    }

    function onMessage({ kind, ...data }, from) {
      // The frame was ready after the element was unmounted.
      if (!container) return from.close()
      if (kind === 'ready') {
        port = from
        sendScheme()
        for (const message of queuedMessages.splice(0)) port.postMessage(message)
        emit('ready')
      } else if (kind === 'change') {
        const { empty, complete, brand, error, postalCode } = data
        toggleClasses({ empty, complete, invalid: error !== undefined })
        emit('change', { empty, complete, brand, error, value: { postalCode } })
      } else if (kind === 'height') frame.style.height = `${data.height}px`
      else if (kind === 'tokenized') {
        const { error, paymentMethod } = data
        pendingTokenizations.get(data.id)?.(error ? { error } : { paymentMethod })
      } else if (kind === 'focus' || kind === 'blur') {
        toggleClasses({ focus: kind === 'focus' })
        emit(kind)
      } else if (kind === 'enter') submitForm()
      else if (kind === 'escape') emit('escape')
    }

    function unmount() {
      if (!container) return
      document.removeEventListener('click', onClick)
      document.removeEventListener('transitionend', onTransitionEnd)
      stopConnecting()
      themeObserver.disconnect()
      port?.close()
      frame.remove()
      container.classList.remove('StripeElement')
      toggleClasses({ empty: false, complete: false, invalid: false, focus: false })
      const error = {
        type: 'validation_error',
        code: 'element_unmounted',
        message: 'The card field was closed before it could be read.',
      }
      for (const settle of pendingTokenizations.values()) settle({ error })
      queuedMessages = []
      container = frame = port = undefined
    }

    const element = {
      mount(target) {
        if (destroyed) throw new IntegrationError('This Element has been destroyed. Please create a new one.')
        if (container === target) return
        unmount()
        container = target
        container.classList.add('StripeElement')
        toggleClasses({ empty: true })
        frame = frames.create('stripe/card.html', 'Secure card payment input frame', { height: '28px' })
        // A frame whose color scheme differs from the page's is not transparent.
        themeObserver = new MutationObserver(sendScheme)
        themeObserver.observe(document.documentElement, { attributes: true })
        stopConnecting = frames.connect(frame, onMessage, () => emit('loaderror', { error: CONNECTION_ERROR }))
        document.addEventListener('click', onClick)
        document.addEventListener('transitionend', onTransitionEnd)
        container.append(frame)
      },
      unmount,
      destroy() {
        unmount()
        destroyed = true
        handlers.clear()
        onDestroy()
      },
      update(changes) {
        options = { ...options, ...changes }
        if (container) sendOptions()
      },
      on(event, handler) {
        handlers.set(event, new Set([...(handlers.get(event) ?? []), handler]))
        return element
      },
      off(event, handler) {
        handlers.get(event)?.delete(handler)
        return element
      },
      focus() {
        if (!frame) return
        frame.focus()
        postToFrame({ kind: 'focus' })
      },
    }
    tokenizers.set(element, (billing) => {
      if (!frame) {
        return Promise.reject(
          new IntegrationError(
            'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
          ),
        )
      }
      lastId += 1
      const id = lastId
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle({ error: CONNECTION_ERROR }), TOKENIZE_TIMEOUT_MS)
        const settle = (result) => {
          clearTimeout(timer)
          pendingTokenizations.delete(id)
          resolve(result)
        }
        pendingTokenizations.set(id, settle)
        postToFrame({ kind: 'tokenize', id, billing })
      })
    })
    return element
  }

  function createElements({ fonts } = {}) {
    let hasCard = false
    return {
      create(type, options) {
        if (type !== 'card') throw new IntegrationError(`The sandbox has no Element of type ${type}.`)
        if (hasCard) throw new IntegrationError('Can only create one Element of type card.')
        hasCard = true
        return createCardElement(options, fonts, () => (hasCard = false))
      },
      update() {},
    }
  }

  async function createPaymentMethod({ card, billing_details: billing }) {
    const tokenize = tokenizers.get(card)
    if (!tokenize) throw new IntegrationError('Invalid value for createPaymentMethod: card should be an Element.')
    return tokenize(billing)
  }

  /** Opens the bank's page in a dialog when the payment requires authentication. */
  function confirmCardPayment(clientSecret) {
    if (!/^pi_\w+_secret_\w+$/.test(clientSecret)) {
      return Promise.reject(new IntegrationError('Invalid value for confirmCardPayment: it should be a client secret.'))
    }
    return new Promise((resolve) => {
      const focusedBefore = document.activeElement
      const dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', '3D Secure authentication')
      // Rendered but invisible until the bank's page is shown: some browsers do not load a frame that is not rendered.
      Object.assign(dialog.style, {
        display: 'block',
        visibility: 'hidden',
        position: 'fixed',
        inset: '0',
        width: '100vw',
        height: '100vh',
        maxWidth: 'none',
        maxHeight: 'none',
        margin: '0',
        border: '0',
        padding: '0',
        background: 'transparent',
        overflow: 'hidden',
      })
      const frame = frames.create('stripe/authenticate.html', '3D Secure authentication', {
        height: '100%',
        colorScheme: 'light',
      })
      let port
      let ended = false
      const end = (result) => {
        ended = true
        stopConnecting()
        port?.close()
        dialog.close()
        dialog.remove()
        if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus()
        resolve(result)
      }
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        port?.postMessage({ kind: 'close' })
      })
      // Without a user gesture since the dialog opened, Chromium closes it without a `cancel` event.
      dialog.addEventListener('close', () => {
        if (ended) return
        dialog.showModal()
        frame.focus()
        port?.postMessage({ kind: 'close' })
      })
      const onMessage = ({ kind, result }, from) => {
        if (kind === 'ready') {
          port = from
          port.postMessage({ kind: 'confirm', clientSecret })
        } else if (kind === 'show') {
          dialog.style.visibility = 'visible'
          dialog.showModal()
          frame.focus()
          port.postMessage({ kind: 'shown' })
        } else if (kind === 'result') end(result)
      }
      const stopConnecting = frames.connect(frame, onMessage, () => end({ error: CONNECTION_ERROR }))
      dialog.append(frame)
      document.body.append(dialog)
    })
  }

  function Stripe(key) {
    if (typeof key !== 'string' || !key.startsWith('pk_')) {
      throw new IntegrationError('Please call Stripe() with your publishable key. You used an invalid API key.')
    }
    return {
      elements: createElements,
      createPaymentMethod,
      confirmCardPayment,
      handleNextAction: ({ clientSecret }) => confirmCardPayment(clientSecret),
      // @stripe/react-stripe-js requires this function but does not call it.
      createToken: () => Promise.reject(new IntegrationError('The sandbox does not support createToken.')),
      registerAppInfo() {},
      _registerWrapper() {},
    }
  }
  // The version that loadStripe expects.
  Stripe.version = 'endive'
  window.Stripe = Stripe
})()
