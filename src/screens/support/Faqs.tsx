import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { type Faq } from '../../api/accountReaders.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { TextInput } from '../../ui/pieces/TextInput.ts'
import { supportReads } from './provide.ts'
import { SupportPage } from './SupportPage.tsx'
import unfolds from '../../ui/disclosure.module.css'
import classes from './Faqs.module.css'

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Those that carry every word, wherever it stands. */
function matching(faqs: readonly Faq[], search: string): readonly Faq[] {
  const wanted = folded(search).split(/\s+/).filter(Boolean)
  return faqs.filter(({ question, answer, category }) => {
    const said = folded([question, category, ...answer].join(' '))
    return wanted.every((word) => said.includes(word))
  })
}

const anchorOf = ({ id }: Faq) => `faq-${id}`

/** Short answers to what is asked often. The search stands in the address, and so does one answer: `#faq-3`. */
export function Component() {
  const root = useRoot()
  const faqs = useQuery(supportReads(root).faqs)
  const [search, setSearch] = useSearchParams()
  const words = search.get('search') ?? ''
  const found = matching(faqs.data ?? [], words)
  const sift = (next: string) =>
    setSearch(next === '' ? {} : { search: next }, { replace: true, preventScrollReset: true })

  return (
    <SupportPage title="FAQs" lead="Short answers to what viewers ask most.">
      {faqs.data === undefined ? (
        faqs.error && !faqs.isFetching ? (
          <FailureNotice
            title="The questions could not be loaded"
            words={faqs.error.message}
            onRetry={() => void faqs.refetch()}
          />
        ) : (
          <div className={classes.bare} role="status" aria-label="Loading questions">
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <Skeleton key={row} height="3rem" />
            ))}
          </div>
        )
      ) : faqs.data.length === 0 ? (
        <EmptyState title="No questions yet" words="Ask us yours, and we answer by e-mail.">
          <Link to={paths.supportForm()}>Support form</Link>
        </EmptyState>
      ) : (
        <>
          <search className={classes.search}>
            <TextInput
              type="search"
              label="Search the questions"
              placeholder="Invoice, television, password…"
              value={words}
              maxLength={80}
              autoComplete="off"
              onChange={({ target }) => sift(target.value)}
            />
            <p role="status" className={classes.count}>
              {words.trim() === '' ? '' : found.length === 1 ? '1 answer' : `${found.length} answers`}
            </p>
          </search>
          {found.length === 0 ? (
            <EmptyState title="No answer fits" words={`Nothing here speaks of “${words.trim()}”.`}>
              <Button variant="default" onClick={() => sift('')}>
                Show all questions
              </Button>
              <Link to={paths.supportForm()}>Ask us instead</Link>
            </EmptyState>
          ) : (
            <Questions faqs={found} />
          )}
        </>
      )}
    </SupportPage>
  )
}

function Questions({ faqs }: { faqs: readonly Faq[] }) {
  const categories = [...new Set(faqs.map(({ category }) => category))]
  return categories.map((category) => (
    <section key={category} className={classes.part} aria-label={category || 'Questions'}>
      {category ? <h2>{category}</h2> : null}
      {faqs
        .filter((faq) => faq.category === category)
        .map((faq) => (
          <Question key={faq.id} faq={faq} />
        ))}
    </section>
  ))
}

/** One question; the answer unfolds. The address of an open one leads straight to it. */
function Question({ faq }: { faq: Faq }) {
  const { hash, search } = useLocation()
  const anchor = anchorOf(faq)
  const isMeant = hash === `#${anchor}`
  const [isOpen, setOpen] = useState(isMeant)
  const [wasMeant, setMeant] = useState(isMeant)
  if (isMeant !== wasMeant) {
    setMeant(isMeant)
    if (isMeant) setOpen(true)
  }
  useLayoutEffect(() => {
    if (isMeant) document.getElementById(anchor)?.scrollIntoView({ block: 'start' })
  }, [isMeant, anchor])
  return (
    <details
      id={anchor}
      className={classes.question}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={`${unfolds.opener} ${classes.asked}`}>{faq.question}</summary>
      <div className={classes.answer}>
        {faq.answer.map((paragraph, at) => (
          <p key={at}>{paragraph}</p>
        ))}
        <Link to={{ search, hash: `#${anchor}` }} replace preventScrollReset className={classes.link}>
          Link to this answer
        </Link>
      </div>
    </details>
  )
}
