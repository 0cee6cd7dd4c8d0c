// The frames of the fake payment providers. The server puts this script before each provider's own. A frame is on the
// other loopback origin (127.0.0.1 for localhost and vice versa), so that the application's page cannot read it.
;(() => {
  const scriptUrl = new URL(document.currentScript.src)
  const otherLoopbackName = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }[location.hostname]
  if (scriptUrl.origin === location.origin && otherLoopbackName) scriptUrl.hostname = otherLoopbackName
  const { origin } = scriptUrl

  /** How long a frame may take to respond, in ms. */
  const TIMEOUT_MS = 15_000

  window.statecastProviderFrames = {
    create(path, title, style) {
      const frame = document.createElement('iframe')
      frame.src = `${origin}/sandbox/${path}`
      frame.title = title
      frame.setAttribute('scrolling', 'no')
      Object.assign(frame.style, { border: '0', display: 'block', width: '100%', background: 'transparent', ...style })
      return frame
    },

    /** Sends the frame one port of a message channel once the frame listens. Returns a function that stops waiting. */
    connect(frame, onMessage, onTimeout) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => onMessage(data, port1)
      const onListening = (event) => {
        if (event.source !== frame.contentWindow || event.origin !== origin) return
        if (event.data !== 'statecast-sandbox:listening') return
        stop()
        frame.contentWindow.postMessage('statecast-sandbox:connect', origin, [port2])
      }
      const timer = setTimeout(() => {
        stop()
        onTimeout()
      }, TIMEOUT_MS)
      const stop = () => {
        clearTimeout(timer)
        window.removeEventListener('message', onListening)
      }
      window.addEventListener('message', onListening)
      return stop
    },
  }
})()
