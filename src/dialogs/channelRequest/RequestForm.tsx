import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type channelRequestMachine, type Quality } from '../../../machines/channelRequest.ts'
import { Actions } from '../../ui/Actions.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useMachineForm } from '../../ui/forms/useMachineForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Radio } from '../../ui/Radio.ts'
import { clearButton, Select } from '../../ui/Select.ts'
import { Textarea } from '../../ui/Textarea.ts'
import { TextInput } from '../../ui/TextInput.ts'
import { saveRequestDraft, getRequestDraft } from './provide.ts'
import classes from './ChannelRequest.module.css'

const qualities = [
  ['720p', '720p (Normal)'],
  ['1080p', '1080p (Good)'],
  ['2560p', '2560p (Better)'],
] as const satisfies readonly (readonly [Quality, string])[]

const parseQuality = (text: string | undefined): Quality => qualities.find(([known]) => known === text)?.[0] ?? '720p'

/** The fields, their errors and the message. A draft of the values is stored at each edit. `actions` are rendered before Submit. */
export function RequestForm({
  actor,
  email,
  actions,
}: {
  actor: ActorRefFrom<typeof channelRequestMachine>
  email: string
  actions?: ReactNode
}) {
  const errors = useSelector(actor, ({ context }) => context.errors)
  const message = useSelector(actor, ({ context }) => context.message)
  const regions = useSelector(actor, ({ context }) => context.regions)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const isOutcomeUnknown = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { form: { editing: 'outcomeUnknown' } } }),
  )
  const isListed = useSelector(actor, (snapshot) => snapshot.matches({ open: { regions: 'listed' } }))
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches({ open: { regions: 'loading' } }))
  const hasNoRegions = useSelector(actor, (snapshot) => snapshot.can({ type: 'regions.retry' }))
  const [draft] = useState(getRequestDraft)
  const { formProps, getFieldProps } = useMachineForm({
    initialValues: {
      email: draft['email'] ?? email,
      channelName: draft['channelName'] ?? '',
      region: draft['region'] ?? '',
      quality: parseQuality(draft['quality']),
      details: draft['details'] ?? '',
    },
    errors,
    onSubmit: (values) => actor.send({ type: 'form.submit', ...values }),
    onEdit: (field, values) => {
      saveRequestDraft(values)
      if (field === 'email' || field === 'channelName') actor.send({ type: 'field.edit', field })
    },
  })
  const { onChange: setRegion, ...regionProps } = getFieldProps('region')

  const end = useRef<HTMLDivElement>(null)
  // On a phone the message would be below the visible area.
  useEffect(() => {
    if (message) end.current?.scrollIntoView({ block: 'nearest' })
  }, [message])

  return (
    <form {...formProps} className={classes.form} aria-label="Submit Request" aria-busy={busy}>
      <p className={classes.intro}>
        If you couldn&apos;t find what you were looking for, simply fill out the form below.
      </p>
      <div className={classes.pair}>
        <TextInput
          {...getFieldProps('email')}
          type="email"
          label="Email"
          autoComplete="email"
          withAsterisk
          aria-required
        />
        <TextInput
          {...getFieldProps('channelName')}
          label="Channel Name"
          autoComplete="off"
          withAsterisk
          aria-required
          data-autofocus
        />
      </div>
      <div>
        <Select
          {...regionProps}
          onChange={(region) => setRegion(region ?? '')}
          // Mantine shows the clear button for ''.
          defaultValue={draft['region'] || null}
          label="Region (optional)"
          withAsterisk
          placeholder={isLoading ? 'Loading the regions…' : isListed ? 'Choose a region' : 'Regions unavailable'}
          data={regions}
          searchable
          clearable
          openOnFocus={false}
          // Not disabled, because Tab would skip the field while the regions load.
          readOnly={!isListed}
          nothingFoundMessage="No options found"
          maxDropdownHeight="15rem"
          comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
          clearButtonProps={clearButton('Clear the region')}
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
      <Radio.Group {...getFieldProps('quality')} label="Preferred Quality">
        <div className={classes.qualities}>
          {qualities.map(([value, label]) => (
            <Radio key={value} value={value} label={label} classNames={{ body: classes.quality }} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        {...getFieldProps('details')}
        classNames={{ input: classes.details }}
        label="Details"
        description="Where is it available today, and which shows do you watch?"
      />
      <div ref={end} className={classes.end}>
        <div className={message ? classes.result : undefined}>
          <Notice tone="wrong">{isOutcomeUnknown ? '' : message}</Notice>
          <Notice tone="unsure">{isOutcomeUnknown ? message : ''}</Notice>
        </div>
        <Actions className={classes.actions} stretch>
          {actions}
          <Button type="submit" loading={busy}>
            Submit
          </Button>
        </Actions>
      </div>
    </form>
  )
}
