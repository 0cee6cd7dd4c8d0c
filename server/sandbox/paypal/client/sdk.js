// Stands in for PayPal's SDK (v5) on the application's page: paypal.Buttons. The button stands in a frame of another
// origin, which opens PayPal's window; here come only what the person decided and the id it is about.
;(() => {
  const script = document.currentScript
  const place = new URL(script.src)
  const other = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }[location.hostname]
  const frameOrigin =
    place.origin === location.origin && other
      ? `${place.protocol}//${other}${place.port ? `:${place.port}` : ''}`
      : place.origin

  /** How long the button's frame may take to answer, in ms. */
  const PATIENCE = 15_000

  function Buttons(props = {}) {
    let frame
    let port
    let stopWaiting
    /** The subscription that the window is about, while one is open. */
    let open
    let closed = false

    const tell = (message) => port?.postMessage(message)
    const failed = (error) => {
      open = undefined
      if (!closed) props.onError?.(error instanceof Error ? error : new Error(String(error)))
    }
    const redirect = (address) => location.assign(address)

    async function clicked(number) {
      const attempt = { number }
      open = attempt
      try {
        let refused = false
        const answer = props.onClick?.(
          { fundingSource: 'paypal' },
          { resolve: () => Promise.resolve(), reject: () => Promise.resolve((refused = true)) },
        )
        if ((await answer) === false || refused) {
          open = undefined
          return tell({ kind: 'abandon', number })
        }
        const id = await props.createSubscription({ paymentSource: 'paypal' }, { subscription: {} })
        if (open !== attempt) return undefined
        if (typeof id !== 'string' || id === '') throw new Error('Expected a subscription id to be passed')
        attempt.id = id
        return tell({ kind: 'order', number, id })
      } catch (error) {
        if (open !== attempt) return undefined
        tell({ kind: 'abandon', number })
        return failed(error)
      }
    }

    /** What the page does with the person's decision may fail; then it hears so. */
    async function decided(then) {
      open = undefined
      try {
        await then()
      } catch (error) {
        failed(error)
      }
    }

    function hear({ kind, number, id, payerId, message }) {
      if (closed) return
      const attempt = open
      if (kind === 'clicked') void clicked(number)
      else if (kind === 'approved' && attempt?.id === id) {
        const data = {
          orderID: `EC-${id.slice(2)}`,
          subscriptionID: id,
          payerID: payerId,
          facilitatorAccessToken: '',
          billingToken: null,
          paymentID: null,
          paymentSource: 'paypal',
        }
        const actions = {
          redirect,
          restart: () => tell({ kind: 'restart' }),
          subscription: {
            get: () => Promise.resolve({ id, status: 'APPROVED' }),
            activate: () => Promise.resolve(),
          },
        }
        void decided(() => props.onApprove?.(data, actions))
      } else if (kind === 'cancelled' && attempt) {
        void decided(() => props.onCancel?.({ ...(attempt.id && { orderID: attempt.id }) }, { redirect }))
      } else if (kind === 'failed' && attempt) failed(new Error(message))
    }

    return {
      isEligible: () => true,
      hasReturned: () => false,
      updateProps: (more) => {
        props = { ...props, ...more }
        return Promise.resolve()
      },
      render(target) {
        const container = typeof target === 'string' ? document.querySelector(target) : target
        if (!container) return Promise.reject(new Error('Document is ready and element does not exist'))
        frame = document.createElement('iframe')
        frame.src = `${frameOrigin}/sandbox/paypal/button.html`
        frame.title = 'PayPal'
        frame.setAttribute('scrolling', 'no')
        for (const [name, value] of [
          ['border', '0'],
          ['display', 'block'],
          ['width', '100%'],
          ['height', '52px'],
          ['background', 'transparent'],
          ['color-scheme', 'light'],
        ]) {
          frame.style.setProperty(name, value)
        }
        return new Promise((resolve, reject) => {
          const lost = setTimeout(() => {
            stopWaiting()
            reject(new Error('The PayPal button did not load'))
          }, PATIENCE)
          const connect = (event) => {
            if (event.source !== frame.contentWindow || event.origin !== frameOrigin) return
            if (event.data !== 'statecast-sandbox:listening') return
            stopWaiting()
            const { port1, port2 } = new MessageChannel()
            port = port1
            port.onmessage = ({ data }) => {
              if (data.kind !== 'ready') return hear(data)
              props.onInit?.(
                {},
                {
                  enable: () => Promise.resolve(tell({ kind: 'enable' })),
                  disable: () => Promise.resolve(tell({ kind: 'disable' })),
                },
              )
              tell({ kind: 'show' })
              return resolve()
            }
            frame.contentWindow.postMessage('statecast-sandbox:connect', frameOrigin, [port2])
          }
          stopWaiting = () => {
            clearTimeout(lost)
            window.removeEventListener('message', connect)
          }
          window.addEventListener('message', connect)
          container.append(frame)
        })
      },
      close() {
        closed = true
        stopWaiting?.()
        if (open) tell({ kind: 'abandon', number: open.number })
        open = undefined
        port?.close()
        frame?.remove()
        props.onDestroy?.()
        return Promise.resolve()
      },
    }
  }

  const name = script.dataset.namespace || 'paypal'
  window[name] = {
    version: '5.0.0-sandbox',
    Buttons,
    FUNDING: { PAYPAL: 'paypal' },
    getFundingSources: () => ['paypal'],
  }
})()
