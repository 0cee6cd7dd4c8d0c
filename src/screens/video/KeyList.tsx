import { useEffect, useRef } from 'react'
import classes from './Video.module.css'

const keys: readonly (readonly [string, string])[] = [
  ['Space or k', 'Play or pause'],
  ['← →', 'Back or forward by ten seconds'],
  ['l', 'Go live'],
  ['m', 'Mute'],
  ['↑ ↓', 'Volume'],
  ['c', 'Captions'],
  ['f', 'Full screen'],
  ['i', 'Picture in picture'],
  ['n or Page Down', 'Next channel'],
  ['p or Page Up', 'Previous channel'],
  ['Enter', 'To the controls'],
  ['?', 'This list'],
]

/** The keys of the player, as a dialog that Escape closes. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog ref={dialog} className={classes.keys} aria-labelledby="player-keys" onClose={onClose}>
      <h2 id="player-keys">Keys</h2>
      <dl>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className={classes.plain} onClick={onClose}>
        Close
      </button>
    </dialog>
  )
}
