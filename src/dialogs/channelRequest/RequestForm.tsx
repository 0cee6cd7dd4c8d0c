import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type channelRequestMachine, type Quality } from '../../../machines/channelRequest.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { Radio } from '../../ui/pieces/Radio.ts'
import { Select } from '../../ui/pieces/Select.ts'
import { Textarea } from '../../ui/pieces/Textarea.ts'
import { TextInput } from '../../ui/pieces/TextInput.ts'
import { saveRequestDraft, getRequestDraft } from './provide.ts'
import classes from './ChannelRequest.module.css'

const qualities = [
  ['720p', '720p (Normal)'],
  ['1080p', '1080p (Good)'],
  ['2560p', '2560p (Better)'],
] as const satisfies readonly (readonly [Quality, string])[]

const parseQuality = (value: FormDataEntryValue | null): Quality =>
  qualities.find(([known]) => known === value)?.[0] ?? '720p'

/**
 * The fields, their errors and what the host said. The browser keeps the keystrokes, so that nothing is lost whatever
 * the host answers, and a draft of them for the next time the form is opened; the machine hears one `form.submit`. `ways` stands beside Submit.
 */
export function RequestForm({
  actor,
  email,
  actions: actions,
}: {
  actor: ActorRefFrom<typeof channelRequestMachine>
  email: string
  actions?: ReactNode
}) {
  const snapshot = useSelector(actor, (now) => now)
  const { errors, message, regions } = snapshot.context
  const busy = snapshot.hasTag('busy')
  const isListed = snapshot.matches({ open: { regions: 'listed' } })
  const isLoading = snapshot.matches({ open: { regions: 'loading' } })
  const hasNoRegions = snapshot.can({ type: 'regions.retry' })
  const [draft] = useState(getRequestDraft)
  const formElement = useRef<HTMLFormElement>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const nameField = useRef<HTMLInputElement>(null)

  const end = useRef<HTMLDivElement>(null)
  // On a phone the host's words would come below the edge.
  useEffect(() => {
    if (message) end.current?.scrollIntoView({ block: 'nearest' })
  }, [message])

  // `changed`: what the browser's form only hears after this.
  const saveDraft = (changed: Readonly<Record<string, string>> = {}) => {
    if (!formElement.current) return
    const typed = [...new FormData(formElement.current)].map(([name, value]) => [name, String(value)])
    saveRequestDraft({ ...Object.fromEntries(typed), ...changed })
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    actor.send({
      type: 'form.submit',
      email: text('email'),
      channelName: text('channel_name'),
      region: text('channel_region'),
      quality: parseQuality(fields.get('preferred_quality')),
      details: text('details'),
    })
    const fieldErrors = actor.getSnapshot().context.errors
    if (fieldErrors.email) emailField.current?.focus()
    else if (fieldErrors.channelName) nameField.current?.focus()
  }

  return (
    <form
      ref={formElement}
      className={classes.form}
      onSubmit={submit}
      onChange={() => saveDraft()}
      noValidate
      aria-label="Submit Request"
      aria-busy={busy}
    >
      <p className={classes.intro}>
        If you couldn&apos;t find what you were looking for, simply fill out the form below.
      </p>
      <div className={classes.pair}>
        <TextInput
          ref={emailField}
          type="email"
          name="email"
          label="Email"
          autoComplete="email"
          defaultValue={draft['email'] ?? email}
          withAsterisk
          aria-required
          error={errors.email}
          onChange={() => actor.send({ type: 'field.edit', field: 'email' })}
        />
        <TextInput
          ref={nameField}
          name="channel_name"
          label="Channel Name"
          autoComplete="off"
          withAsterisk
          aria-required
          data-autofocus
          defaultValue={draft['channel_name']}
          error={errors.channelName}
          onChange={() => actor.send({ type: 'field.edit', field: 'channelName' })}
        />
      </div>
      <div>
        <Select
          name="channel_region"
          label="Region (optional)"
          withAsterisk
          placeholder={isLoading ? 'Loading the regions…' : isListed ? 'Choose a region' : 'Regions unavailable'}
          data={regions}
          defaultValue={draft['channel_region'] ?? null}
          onChange={(chosenRegion) => saveDraft({ channel_region: String(chosenRegion ?? '') })}
          searchable
          clearable
          openOnFocus={false}
          // Not disabled: whoever goes by the keyboard faster than the list comes would jump over the field.
          readOnly={!isListed}
          nothingFoundMessage="No options found"
          maxDropdownHeight="15rem"
          comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
          // Mantine hides it from the keyboard and from screen readers, who have no other way to take a region away.
          clearButtonProps={{ 'aria-label': 'Clear the region', 'aria-hidden': false, tabIndex: 0 }}
        />
        <div className={hasNoRegions ? classes.noRegions : undefined}>
          <Notice tone="unsure">
            {hasNoRegions ? (
              <span className={classes.retry}>
                We couldn’t load regions. You can submit without one.
                <Button variant="default" onClick={() => actor.send({ type: 'regions.retry' })}>
                  Try again
                </Button>
              </span>
            ) : null}
          </Notice>
        </div>
      </div>
      <Radio.Group
        name="preferred_quality"
        label="Preferred Quality"
        defaultValue={parseQuality(draft['preferred_quality'] ?? null)}
      >
        <div className={classes.qualities}>
          {qualities.map(([value, label]) => (
            <Radio key={value} value={value} label={label} classNames={{ body: classes.quality }} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        classNames={{ input: classes.details }}
        name="details"
        label="Details"
        defaultValue={draft['details']}
        description="Where is it available today, and which shows do you watch?"
      />
      <div ref={end} className={classes.end}>
        <div className={message ? classes.result : undefined}>
          <Notice tone="wrong">{message}</Notice>
        </div>
        <div className={classes.actions}>
          {actions}
          <Button type="submit" loading={busy}>
            Submit
          </Button>
        </div>
      </div>
    </form>
  )
}
