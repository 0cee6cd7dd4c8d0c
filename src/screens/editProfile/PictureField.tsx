import { useActorRef, useSelector } from '@xstate/react'
import { useRef, useState, type ChangeEvent } from 'react'
import { Avatar } from '../../features/avatar/Avatar.tsx'
import { useRoot } from '../../app/root.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { provideAvatarUpload } from './provide.ts'
import classes from './EditProfile.module.css'

/** Shows the user's photo and uploads another one as soon as it is selected. */
export function PictureField() {
  const root = useRoot()
  const [{ machine, setFile }] = useState(() => provideAvatarUpload(root))
  const actor = useActorRef(machine)
  const fileInput = useRef<HTMLInputElement>(null)
  const message = useSelector(actor, ({ context }) => context.message)
  const progress = useSelector(actor, ({ context }) => context.progress)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: 'upload.retry' }))
  const isOutcomeUnknown = useSelector(actor, (snapshot) => snapshot.matches({ idle: 'outcomeUnknown' }))
  const isChanged = useSelector(actor, (snapshot) => snapshot.matches({ idle: 'changed' }))

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    if (file) actor.send({ type: 'picture.choose', picture: setFile(file) })
    // Without this, selecting the same file again fires no change event.
    currentTarget.value = ''
  }

  return (
    <section className={classes.picture} aria-labelledby="photo">
      <Avatar />
      <div className={classes.pictureActions}>
        <h2 id="photo">Photo</h2>
        <p className={classes.hint}>PNG, JPEG or WebP, up to 2&nbsp;MB.</p>
        <input
          ref={fileInput}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          aria-label="Photo file"
          onChange={choose}
        />
        <Actions>
          <Button variant="default" loading={busy} onClick={() => fileInput.current?.click()}>
            Upload photo
          </Button>
          {canRetry ? (
            <Button variant="default" onClick={() => actor.send({ type: 'upload.retry' })}>
              Try again
            </Button>
          ) : null}
        </Actions>
        {busy ? <progress className={classes.progress} value={progress} max={1} aria-label="Upload progress" /> : null}
        <Notice tone={isOutcomeUnknown ? 'unsure' : message === '' || isChanged ? 'plain' : 'wrong'}>{message}</Notice>
      </div>
    </section>
  )
}
