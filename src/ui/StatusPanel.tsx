import { useEffect, useRef, type ReactNode } from 'react'
import { Actions } from './Actions.tsx'
import { Loader } from './Loader.ts'
import { Notice, type Tone } from './Notice.tsx'
import classes from './StatusPanel.module.css'

/** The heading. That of a question takes the focus, because the button that led to the question is gone. */
function Title({ isQuestion, children }: { isQuestion: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isQuestion) heading.current?.focus()
  }, [isQuestion])
  return (
    <h2 ref={heading} tabIndex={-1} className={classes.title}>
      {children}
    </h2>
  )
}

/**
 * The state of a change that the user follows on the page: what happens, and what can be done about it. `label` names the
 * section, `message` is the reason of a failure, `actions` are buttons with `terms` above and `children` below them.
 */
export function StatusPanel({
  label,
  tone,
  title,
  text,
  message = '',
  isBusy = false,
  isQuestion,
  terms,
  actions,
  children,
}: {
  label: string
  tone: Tone
  title: string
  text: string
  message?: string
  isBusy?: boolean
  isQuestion: boolean
  terms?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <section className={classes.panel} aria-label={label} aria-busy={isBusy}>
      <Notice tone={tone}>
        <Title key={title} isQuestion={isQuestion}>
          {title}
        </Title>
        {text ? <p>{text}</p> : null}
      </Notice>
      <Notice tone="wrong">{message}</Notice>
      {isBusy ? <Loader aria-hidden="true" /> : null}
      {terms}
      {actions ? <Actions>{actions}</Actions> : null}
      {children}
    </section>
  )
}
