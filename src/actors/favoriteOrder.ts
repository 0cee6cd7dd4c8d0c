import { fromCallback } from 'xstate'
import { type FavoriteOrderEvent } from '../../machines/favoriteOrder.ts'

/** The actor of the favoriteOrder machine. Cards carry their place in `data-at`. */
export const createFavoriteOrderActors = () => ({
  watchDrag: fromCallback<FavoriteOrderEvent>(({ sendBack }) => {
    const controller = new AbortController()
    const { signal } = controller
    // On the window: the dragged card moves in the document, which ends a capture of the pointer.
    window.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        const card = document.elementFromPoint(clientX, clientY)?.closest('[data-at]')
        if (card) sendBack({ type: 'drag.over', at: Number(card.getAttribute('data-at')) })
      },
      { signal },
    )
    window.addEventListener('pointerup', () => sendBack({ type: 'drag.drop' }), { signal })
    for (const type of ['pointercancel', 'blur'])
      window.addEventListener(type, () => sendBack({ type: 'drag.cancel' }), { signal })
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        sendBack({ type: 'drag.cancel' })
      },
      { signal },
    )
    return () => controller.abort()
  }),
})
