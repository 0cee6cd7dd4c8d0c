import { useActorRef, useSelector } from '@xstate/react'
import { memo, type ReactNode } from 'react'
import { type ActorRefFrom, type StateValueFrom } from 'xstate'
import { type fileDownloadMachine } from '../../../machines/fileDownload.ts'
import { useRoot } from '../../app/root.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice, type Tone } from '../../ui/Notice.tsx'
import classes from './Download.module.css'

type DownloadActor = ActorRefFrom<typeof fileDownloadMachine>

/** The actor of a download. Render it as `DownloadButton` and `DownloadNotice`. */
export const useDownload = (machine: typeof fileDownloadMachine): DownloadActor => useActorRef(machine)

export const DownloadButton = memo(function DownloadButton({
  actor,
  className,
  children,
}: {
  actor: DownloadActor
  className?: string | undefined
  children: ReactNode
}) {
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  return (
    <Button
      variant="default"
      className={className ?? ''}
      loading={isBusy}
      onClick={() => actor.send({ type: 'download.start' })}
    >
      {children}
    </Button>
  )
})

type Values = { name: string; message: string; missing: string }

const noticeText = {
  ready: () => '',
  preparing: () => '',
  saved: ({ name, message }) => [`${name} downloaded.`, message].filter(Boolean).join(' '),
  incomplete: ({ name, missing }) => `${name} downloaded, but we couldn’t load ${missing}. The file doesn’t have them.`,
  failed: ({ name, message }) => `We couldn’t download ${name}. ${message}`,
} as const satisfies Record<StateValueFrom<typeof fileDownloadMachine>, (values: Values) => string>

const tones = {
  ready: 'plain',
  preparing: 'plain',
  saved: 'plain',
  incomplete: 'unsure',
  failed: 'wrong',
} as const satisfies Record<StateValueFrom<typeof fileDownloadMachine>, Tone>

/** The result of a download. `name` is the name of the file in a sentence: ‘the invoice’. */
export const DownloadNotice = memo(function DownloadNotice({ actor, name }: { actor: DownloadActor; name: string }) {
  const { money } = useRoot().configuration
  const value = useSelector(actor, (snapshot) => snapshot.value)
  const message = useSelector(actor, ({ context }) => context.message)
  const missing = useSelector(actor, ({ context }) => context.missing)
  const isAtStart = value === 'saved' || value === 'incomplete'
  const text = noticeText[value]({
    name: isAtStart ? name.charAt(0).toUpperCase() + name.slice(1) : name,
    message,
    missing: new Intl.ListFormat(money.locale).format(missing),
  })
  return (
    <div className={text ? classes.notice : undefined}>
      <Notice tone={tones[value]}>
        {text ? (
          <span className={classes.text}>
            {text}
            {value === 'incomplete' || value === 'failed' ? (
              <Button variant="default" onClick={() => actor.send({ type: 'download.start' })}>
                Try again
              </Button>
            ) : null}
          </span>
        ) : null}
      </Notice>
    </div>
  )
})
