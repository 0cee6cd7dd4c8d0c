// Stands in for Stripe.js on the application's page: window.Stripe with what @stripe/react-stripe-js asks of it. Card
// numbers are typed into a frame of another origin and never come here.
;(() => {
  const place = new URL(document.currentScript.src)
  const other = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }[location.hostname]
  const frameOrigin =
    place.origin === location.origin && other
      ? `${place.protocol}//${other}${place.port ? `:${place.port}` : ''}`
      : place.origin

  /** How long a frame may take to answer before it counts as lost, in ms. */
  const PATIENCE = 15_000

  const CONNECTION_ERROR = {
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. ' +
      'Please check your internet connection and try again.',
  }

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }

  function frameOf(page, title) {
    const frame = document.createElement('iframe')
    frame.src = `${frameOrigin}/sandbox/stripe/${page}`
    frame.title = title
    frame.setAttribute('scrolling', 'no')
    for (const [name, value] of [
      ['border', '0'],
      ['display', 'block'],
      ['width', '100%'],
      ['background', 'transparent'],
    ]) {
      frame.style.setProperty(name, value)
    }
    return frame
  }

  /** Hands the frame its end of a channel as soon as it listens. Gives back how to stop waiting for it. */
  function connect(frame, onMessage, onLost) {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => onMessage(data, port1)
    const lost = setTimeout(() => stop(onLost), PATIENCE)
    const hear = (event) => {
      if (event.source !== frame.contentWindow || event.origin !== frameOrigin) return
      if (event.data !== 'statecast-sandbox:listening') return
      stop()
      frame.contentWindow.postMessage('statecast-sandbox:connect', frameOrigin, [port2])
    }
    const stop = (then) => {
      clearTimeout(lost)
      window.removeEventListener('message', hear)
      then?.()
    }
    window.addEventListener('message', hear)
    return stop
  }

  function createElement(type, firstOptions, forget) {
    const handlers = new Map()
    const waiting = new Map()
    let options = { ...firstOptions }
    let container
    let frame
    let port
    /** What the field is asked for before it listens. */
    let early = []
    let stopWaiting
    let watcher
    let lastId = 0
    let destroyed = false

    const emit = (event, payload) => {
      for (const handler of [...(handlers.get(event) ?? [])]) handler(payload)
    }
    const ask = (message) => (port ? port.postMessage(message) : early.push(message))
    const classes = (names) => {
      for (const [name, on] of Object.entries(names)) container?.classList.toggle(`StripeElement${name}`, on)
    }
    const scheme = () => (getComputedStyle(container).colorScheme === 'dark' ? 'dark' : 'light')
    /** What the page paints behind the field: who checks the contrast inside the frame can't see through it. */
    const ground = () => {
      for (let node = container; node; node = node.parentElement) {
        const { backgroundColor } = getComputedStyle(node)
        if (backgroundColor && backgroundColor !== 'transparent' && !/, 0\)$/.test(backgroundColor))
          return backgroundColor
      }
      return undefined
    }
    const sendOptions = () => {
      const { style, hidePostalCode, hideIcon, disabled } = options
      const looks = { colorScheme: scheme(), ground: ground() }
      port?.postMessage({
        kind: 'options',
        options: JSON.parse(JSON.stringify({ style, hidePostalCode, hideIcon, disabled, ...looks })),
      })
    }
    const settleAll = (error) => {
      for (const settle of waiting.values()) settle({ error })
      waiting.clear()
    }

    /** Under reduced motion, too, a ground turns in a moment of its own: read at once, it is still the one before. */
    const onTurned = ({ target, propertyName }) => {
      if (propertyName === 'background-color' && target.contains(container)) sendOptions()
    }

    /** Enter in the card field sends its form, as it would in a field of the form's own. */
    function submit() {
      const form = container.closest('form')
      const button = form?.querySelector('button:not([type="button"], [type="reset"]), input[type="submit"]')
      if (button && !button.disabled) form.requestSubmit(button)
    }
    /** A click on the label of the container means the field in its frame. */
    const onLabel = ({ target }) => {
      const label = target instanceof Element ? target.closest('label') : null
      if (label && container.id !== '' && label.htmlFor === container.id) element.focus()
    }

    function hear(data, from) {
      // The frame was ready when its field had gone already.
      if (!container) return from.close()
      if (data.kind === 'ready') {
        port = from
        sendOptions()
        for (const message of early.splice(0)) port.postMessage(message)
        emit('ready', { elementType: type })
      } else if (data.kind === 'change') {
        classes({ '--empty': data.empty, '--complete': data.complete, '--invalid': data.error !== undefined })
        emit('change', {
          elementType: type,
          empty: data.empty,
          complete: data.complete,
          brand: data.brand,
          error: data.error,
          value: { postalCode: data.postalCode },
        })
      } else if (data.kind === 'height') {
        frame?.style.setProperty('height', `${data.height}px`)
      } else if (data.kind === 'tokenized') {
        waiting.get(data.id)?.(data.error ? { error: data.error } : { paymentMethod: data.paymentMethod })
        waiting.delete(data.id)
      } else if (data.kind === 'focus' || data.kind === 'blur') {
        classes({ '--focus': data.kind === 'focus' })
        emit(data.kind, { elementType: type })
      } else if (data.kind === 'enter') submit()
      else if (data.kind === 'escape') emit('escape', { elementType: type })
    }

    function unmount() {
      document.removeEventListener('click', onLabel)
      document.removeEventListener('transitionend', onTurned)
      stopWaiting?.()
      watcher?.disconnect()
      port?.close()
      frame?.remove()
      container?.classList.remove('StripeElement')
      classes({ '--empty': false, '--complete': false, '--invalid': false, '--focus': false })
      settleAll({
        type: 'validation_error',
        code: 'element_unmounted',
        message: 'The card field was closed before it could be read.',
      })
      early = []
      container = frame = port = stopWaiting = watcher = undefined
    }

    const element = {
      mount(target) {
        if (destroyed) throw new IntegrationError('This Element has been destroyed. Please create a new one.')
        const found = typeof target === 'string' ? document.querySelector(target) : target
        if (!found) throw new IntegrationError('The selector you specified applies to no DOM elements.')
        if (container === found) return
        if (container) unmount()
        container = found
        container.classList.add('StripeElement')
        classes({ '--empty': true })
        frame = frameOf(`${type}.html`, 'Secure card payment input frame')
        frame.style.setProperty('height', '28px')
        // Where the frame's scheme is another than the page's, browsers paint a ground behind it.
        watcher = new MutationObserver(sendOptions)
        watcher.observe(document.documentElement, { attributes: true })
        stopWaiting = connect(frame, hear, () => emit('loaderror', { elementType: type, error: CONNECTION_ERROR }))
        document.addEventListener('click', onLabel)
        document.addEventListener('transitionend', onTurned)
        container.append(frame)
      },
      unmount,
      destroy() {
        unmount()
        destroyed = true
        handlers.clear()
        forget()
      },
      update(more) {
        options = { ...options, ...more }
        sendOptions()
      },
      on(event, handler) {
        handlers.set(event, new Set([...(handlers.get(event) ?? []), handler]))
        return element
      },
      once(event, handler) {
        const first = (payload) => {
          element.off(event, first)
          handler(payload)
        }
        return element.on(event, first)
      },
      off(event, handler) {
        if (handler) handlers.get(event)?.delete(handler)
        else handlers.delete(event)
        return element
      },
      focus() {
        frame?.focus()
        if (frame) ask({ kind: 'focus' })
      },
      blur: () => void (frame && ask({ kind: 'blur' })),
      clear: () => void (frame && ask({ kind: 'clear' })),
    }
    readers.set(element, (billing) => {
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
        const late = setTimeout(() => settle({ error: CONNECTION_ERROR }), 2 * PATIENCE)
        const settle = (result) => {
          clearTimeout(late)
          waiting.delete(id)
          resolve(result)
        }
        waiting.set(id, settle)
        ask({ kind: 'tokenize', id, billing: JSON.parse(JSON.stringify(billing ?? {})) })
      })
    })
    return element
  }

  /** How each card field gives its payment method. */
  const readers = new WeakMap()
  /** Payment methods behind the tokens that were made. */
  const tokens = new Map()

  function createElements(options) {
    const made = new Map()
    const nameOf = (wanted) => (typeof wanted === 'string' ? wanted : wanted?.__elementType)
    return {
      create(type, own) {
        if (type !== 'card')
          throw new IntegrationError(`A valid Element name must be provided. You specified: ${type}.`)
        if (made.has(type)) throw new IntegrationError(`Can only create one Element of type ${type}.`)
        const element = createElement(type, { ...own }, () => made.delete(type))
        made.set(type, element)
        return element
      },
      getElement: (wanted) => made.get(nameOf(wanted)) ?? null,
      update: (more) => void Object.assign(options, more),
      submit: () => Promise.resolve({}),
      fetchUpdates: () => Promise.resolve({}),
    }
  }

  async function createPaymentMethod({ type, card, billing_details: billing } = {}) {
    if (type !== 'card') throw new IntegrationError(`Invalid value for createPaymentMethod: type should be card.`)
    const read = readers.get(card)
    if (read) return read(billing)
    const known = tokens.get(card?.token)
    if (known) return { paymentMethod: { ...known, billing_details: { ...known.billing_details, ...billing } } }
    if (card && 'token' in card) {
      return {
        error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such token: '${card.token}'` },
      }
    }
    throw new IntegrationError('Invalid value for createPaymentMethod: card should be an Element or a token.')
  }

  async function createToken(element, data = {}) {
    const { paymentMethod, error } = await createPaymentMethod({
      type: 'card',
      card: element,
      billing_details: { ...(data.name && { name: data.name }) },
    })
    if (error) return { error }
    const id = paymentMethod.id.replace(/^pm_/, 'tok_')
    tokens.set(id, paymentMethod)
    return { token: { id, object: 'token', type: 'card', livemode: false, card: paymentMethod.card } }
  }

  const LOOKS = {
    dialog: {
      border: '0',
      padding: '0',
      margin: '0',
      width: '100vw',
      height: '100vh',
      'max-width': 'none',
      'max-height': 'none',
      background: 'transparent',
      overflow: 'hidden',
    },
    frame: { height: '100%', 'color-scheme': 'light' },
  }
  const dress = (node, looks) => {
    for (const [name, value] of Object.entries(looks)) node.style.setProperty(name, value)
  }

  /** Asks the bank, in a dialog of its own where the bank wants to be asked. */
  function confirmCardPayment(clientSecret) {
    if (typeof clientSecret !== 'string' || !/^(pi|seti)_\w+_secret_\w+$/.test(clientSecret)) {
      return Promise.reject(
        new IntegrationError(
          'Invalid value for stripe.confirmCardPayment intent secret: value should be a client secret of the form ${id}_secret_${secret}.',
        ),
      )
    }
    return new Promise((resolve) => {
      const before = document.activeElement
      const dialog = document.createElement('dialog')
      const frame = frameOf('authenticate.html', '3D Secure authentication')
      dress(dialog, LOOKS.dialog)
      dress(frame, LOOKS.frame)
      dialog.setAttribute('aria-label', '3D Secure authentication')
      let line
      let ended = false
      const end = (result) => {
        ended = true
        stopWaiting()
        line?.close()
        dialog.close()
        dialog.remove()
        if (before instanceof HTMLElement && before.isConnected) before.focus()
        resolve(result)
      }
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        line?.postMessage({ kind: 'close' })
      })
      // Where nothing was pressed on the page since it opened, Chromium closes a dialog without asking by `cancel`.
      dialog.addEventListener('close', () => {
        if (ended) return
        dialog.showModal()
        frame.focus()
        line?.postMessage({ kind: 'close' })
      })
      const stopWaiting = connect(
        frame,
        (data, port) => {
          if (data.kind === 'ready') {
            line = port
            port.postMessage({ kind: 'confirm', clientSecret })
          } else if (data.kind === 'show') {
            dress(dialog, { visibility: 'visible' })
            dialog.showModal()
            frame.focus()
            port.postMessage({ kind: 'shown' })
          } else if (data.kind === 'result') end(data.result)
        },
        () => end({ error: CONNECTION_ERROR }),
      )
      dialog.append(frame)
      // Rendered and out of sight until the bank asks: a frame that is not rendered would not load everywhere.
      dress(dialog, { display: 'block', position: 'fixed', inset: '0', visibility: 'hidden' })
      document.body.append(dialog)
    })
  }

  function Stripe(key) {
    if (typeof key !== 'string' || !key.startsWith('pk_')) {
      throw new IntegrationError('Please call Stripe() with your publishable key. You used an invalid API key.')
    }
    return {
      elements: (options = {}) => createElements({ ...options }),
      createToken,
      createPaymentMethod,
      confirmCardPayment,
      handleNextAction: ({ clientSecret } = {}) => confirmCardPayment(clientSecret),
      registerAppInfo() {},
      _registerWrapper() {},
    }
  }
  Stripe.version = 'endive'
  window.Stripe = Stripe
})()
