// A fake of PayPal's SDK (v5) on the application's page: `paypal.Buttons`. The button is in a frame of another origin,
// which opens PayPal's window. This page receives the buyer's decision and the id of the subscription only.
;(() => {
  const frames = window.statecastProviderFrames

  function Buttons(initialProps) {
    let props = initialProps
    let frame
    let port
    let stopConnecting
    /** The attempt whose window is open: its number and, once created, its subscription id. */
    let openAttempt
    let closed = false

    const postToFrame = (message) => port?.postMessage(message)
    const redirect = (url) => location.assign(url)

    function reportError(error) {
      openAttempt = undefined
      if (!closed) props.onError?.(error instanceof Error ? error : new Error(String(error)))
    }

    async function onClicked(number) {
      const attempt = { number }
      openAttempt = attempt
      try {
        let rejected = false
        const clicked = props.onClick?.(
          { fundingSource: 'paypal' },
          { resolve: () => Promise.resolve(), reject: () => Promise.resolve((rejected = true)) },
        )
        if ((await clicked) === false || rejected) {
          openAttempt = undefined
          return postToFrame({ kind: 'abandon', number })
        }
        const id = await props.createSubscription({ paymentSource: 'paypal' }, { subscription: {} })
        if (openAttempt !== attempt) return undefined
        if (typeof id !== 'string' || id === '') throw new Error('Expected a subscription id to be passed')
        attempt.id = id
        return postToFrame({ kind: 'order', number, id })
      } catch (error) {
        if (openAttempt !== attempt) return undefined
        postToFrame({ kind: 'abandon', number })
        return reportError(error)
      }
    }

    /** Calls a handler of the page. Its errors are passed to onError. */
    async function runHandler(handler) {
      openAttempt = undefined
      try {
        await handler()
      } catch (error) {
        reportError(error)
      }
    }

    function onMessage({ kind, number, id, payerId, message }) {
      if (closed) return
      const attempt = openAttempt
      if (kind === 'clicked') void onClicked(number)
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
        const restart = () => postToFrame({ kind: 'restart' })
        void runHandler(() => props.onApprove?.(data, { redirect, restart }))
      } else if (kind === 'cancelled' && attempt) {
        void runHandler(() => props.onCancel?.({ ...(attempt.id && { orderID: attempt.id }) }, { redirect }))
      } else if (kind === 'failed' && attempt) reportError(new Error(message))
    }

    return {
      isEligible: () => true,
      updateProps(changes) {
        props = { ...props, ...changes }
        return Promise.resolve()
      },
      render(container) {
        frame = frames.create('paypal/button.html', 'PayPal', { height: '52px', colorScheme: 'light' })
        return new Promise((resolve, reject) => {
          const onFrameMessage = (data, from) => {
            if (data.kind !== 'ready') return onMessage(data)
            port = from
            props.onInit?.(
              {},
              {
                enable: () => Promise.resolve(postToFrame({ kind: 'enable' })),
                disable: () => Promise.resolve(postToFrame({ kind: 'disable' })),
              },
            )
            postToFrame({ kind: 'show' })
            return resolve()
          }
          stopConnecting = frames.connect(frame, onFrameMessage, () =>
            reject(new Error('The PayPal button did not load')),
          )
          container.append(frame)
        })
      },
      close() {
        closed = true
        stopConnecting?.()
        if (openAttempt) postToFrame({ kind: 'abandon', number: openAttempt.number })
        openAttempt = undefined
        port?.close()
        frame?.remove()
        props.onDestroy?.()
        return Promise.resolve()
      },
    }
  }

  window[document.currentScript.dataset.namespace || 'paypal'] = {
    version: '5.0.0-sandbox',
    Buttons,
  }
})()
