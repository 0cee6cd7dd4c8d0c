import { OverlayButton } from './OverlayButton.tsx'
import classes from './ShortcutList.module.css'

const keys: readonly (readonly [string, string])[] = [
  ['Space or K', 'Play or pause'],
  ['← →', 'Back or forward 10 seconds'],
  ['L', 'Go live'],
  ['M', 'Mute'],
  ['↑ ↓', 'Volume'],
  ['C', 'Captions'],
  ['F', 'Full screen'],
  ['I', 'Picture in picture'],
  ['N or Page Down', 'Next channel'],
  ['P or Page Up', 'Previous channel'],
  ['Enter', 'Move to the controls'],
  ['↑ ↓ in full screen', 'Change the channel'],
  ['Enter in full screen', 'Show the channels'],
  ['?', 'Show shortcuts'],
  ['Escape', 'Close shortcuts'],
]

/** The keyboard shortcuts of the player. It does not take the focus, so that the shortcuts work while it is open. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <section className={classes.keys} aria-labelledby="player-keys">
      <div className={classes.header}>
        <h2 id="player-keys">Keyboard shortcuts</h2>
        <OverlayButton onClick={onClose}>Close</OverlayButton>
      </div>
      <dl>
        {keys.map(([key, description]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
