import { useEffect, useRef, type ReactNode } from 'react'

/** The heading of a question. It takes the focus, because the button that led to the question is gone. */
export function QuestionTitle({
  isQuestion,
  className,
  children,
}: {
  isQuestion: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isQuestion) heading.current?.focus()
  }, [isQuestion])
  return (
    <h2 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h2>
  )
}
