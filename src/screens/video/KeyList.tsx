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
  ['Escape', 'Close this list'],
]

/** The keys of the player, beside the picture's middle: they go on working while one reads, so it takes no focus. */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <section className={classes.keys} aria-labelledby="player-keys">
      <h2 id="player-keys">Keys</h2>
      <dl>
        {keys.map(([key, description]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className={classes.plain} onClick={onClose}>
        Close
      </button>
    </section>
  )
}
