import { useActorRef, useSelector } from '@xstate/react'
import { useRef, useState, type ChangeEvent } from 'react'
import { Avatar } from '../../features/avatar/Avatar.tsx'
import { useRoot } from '../../app/root.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { provideAvatarUpload } from './provide.ts'
import classes from './EditProfile.module.css'

/** One's own picture: to look at, and to choose another. It is sent at once; the rest of the form waits for Save. */
export function PictureField() {
  const root = useRoot()
  const [{ machine, put }] = useState(() => provideAvatarUpload(root))
  const actor = useActorRef(machine)
  const snapshot = useSelector(actor, (now) => now)
  const fileInput = useRef<HTMLInputElement>(null)
  const { message, share } = snapshot.context
  const busy = snapshot.hasTag('busy')

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    if (file) actor.send({ type: 'picture.choose', picture: put(file) })
    // The same file may be chosen once more.
    currentTarget.value = ''
  }

  return (
    <section className={classes.picture} aria-labelledby="picture">
      <Avatar />
      <div className={classes.pictureActions}>
        <h2 id="picture">Picture</h2>
        <p className={classes.hint}>PNG, JPEG or WebP, at most 2&nbsp;MB.</p>
        <input
          ref={fileInput}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          aria-label="Picture file"
          onChange={choose}
        />
        <div className={classes.actions}>
          <Button variant="default" loading={busy} onClick={() => fileInput.current?.click()}>
            Choose a picture
          </Button>
          {snapshot.can({ type: 'upload.retry' }) ? (
            <Button variant="default" onClick={() => actor.send({ type: 'upload.retry' })}>
              Send it again
            </Button>
          ) : null}
        </div>
        {busy ? (
          <progress className={classes.progress} value={share} max={1} aria-label="How much of the picture is sent" />
        ) : null}
        <Notice tone={message === '' || snapshot.matches({ resting: 'changed' }) ? 'plain' : 'wrong'}>{message}</Notice>
      </div>
    </section>
  )
}
