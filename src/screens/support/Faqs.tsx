import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { type Faq } from '../../api/accountParsers.ts'
import { SupportLink } from '../../features/support/SupportLink.tsx'
import { useRoot } from '../../app/root.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Skeleton, TextSkeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/TextInput.ts'
import { supportQueries } from './provide.ts'
import { SupportLayout } from './SupportLayout.tsx'
import disclosureClasses from '../../ui/disclosure.module.css'
import { clearOnBack } from '../../ui/television.ts'
import classes from './Faqs.module.css'

const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The questions that contain every search term. */
function filterFaqs(faqs: readonly Faq[], search: string): readonly Faq[] {
  const terms = normalize(search).split(/\s+/).filter(Boolean)
  return faqs.filter(({ question, answer, category }) => {
    const searchable = normalize([question, category, ...answer].join(' '))
    return terms.every((term) => searchable.includes(term))
  })
}

const anchorOf = ({ id }: Faq) => `faq-${id}`

/** The frequently asked questions. The URL has the search, and the linked question as hash: `#faq-3`. */
export function Component() {
  const root = useRoot()
  const faqs = useQuery(supportQueries(root).faqs)
  const [search, setSearch] = useSearchParams()
  // While the field has the focus, its text is kept here: the address changes only after React has restored the old value
  // of the field, which would lose characters that are typed quickly.
  const [typedText, setTypedText] = useState<string>()
  const searchText = typedText ?? search.get('search') ?? ''
  const found = filterFaqs(faqs.data ?? [], searchText)
  const setSearchText = (next: string) =>
    setSearch(next === '' ? {} : { search: next }, { replace: true, preventScrollReset: true })
  const type = (next: string) => {
    setTypedText(next)
    setSearchText(next)
  }

  return (
    <SupportLayout title="FAQs" subtitle="Answers to common questions.">
      {faqs.data === undefined ? (
        faqs.error && !faqs.isFetching ? (
          <FailureNotice
            title="We couldn’t load the questions"
            message={faqs.error.message}
            onRetry={() => void faqs.refetch()}
          />
        ) : (
          <QuestionsSkeleton />
        )
      ) : faqs.data.length === 0 ? (
        <EmptyState title="No questions yet" text="Send us your question and we’ll reply by email.">
          <SupportLink>Contact us</SupportLink>
        </EmptyState>
      ) : (
        <>
          <search className={classes.search}>
            <TextInput
              type="search"
              label="Search help"
              placeholder="Try “invoice”, “TV” or “password”"
              value={searchText}
              maxLength={80}
              autoComplete="off"
              onChange={({ target }) => type(target.value)}
              onKeyDown={(event) => clearOnBack(event, () => type(''))}
              onBlur={() => setTypedText(undefined)}
            />
            <p role="status" className={classes.count}>
              {searchText.trim() === '' ? '' : found.length === 1 ? '1 answer' : `${found.length} answers`}
            </p>
          </search>
          {found.length === 0 ? (
            <EmptyState title="No results" text={`We couldn’t find anything about “${searchText.trim()}”.`}>
              <Button variant="default" onClick={() => setSearchText('')}>
                Show all questions
              </Button>
              <SupportLink>Contact us</SupportLink>
            </EmptyState>
          ) : (
            <Questions faqs={found} />
          )}
        </>
      )}
    </SupportLayout>
  )
}

/** The skeleton of the page while the questions load. */
function QuestionsSkeleton() {
  return (
    <div role="status" aria-label="Loading questions">
      <div className={classes.search}>
        <TextSkeleton width="6rem" />
        <Skeleton height="var(--target)" />
        <p className={classes.count} />
      </div>
      <div className={classes.category}>
        <div className={classes.categoryName}>
          <TextSkeleton width="8rem" />
        </div>
        {['60%', '45%', '70%', '50%', '65%', '55%'].map((width) => (
          <div key={width} className={classes.question}>
            <div className={classes.questionSkeleton}>
              <TextSkeleton width={width} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

function Questions({ faqs }: { faqs: readonly Faq[] }) {
  const categories = [...new Set(faqs.map(({ category }) => category))]
  return categories.map((category) => (
    <section key={category} className={classes.category} aria-label={category || 'Questions'}>
      {category ? <h2 className={classes.categoryName}>{category}</h2> : null}
      {faqs
        .filter((faq) => faq.category === category)
        .map((faq) => (
          <Question key={faq.id} faq={faq} />
        ))}
    </section>
  ))
}

/** One question with a collapsible answer. The hash of the URL opens it. */
function Question({ faq }: { faq: Faq }) {
  const { hash, search } = useLocation()
  const anchor = anchorOf(faq)
  const isLinked = hash === `#${anchor}`
  const [isOpen, setOpen] = useState(isLinked)
  const [wasLinked, setWasLinked] = useState(isLinked)
  if (isLinked !== wasLinked) {
    setWasLinked(isLinked)
    if (isLinked) setOpen(true)
  }
  useLayoutEffect(() => {
    if (isLinked) document.getElementById(anchor)?.scrollIntoView({ block: 'start' })
  }, [isLinked, anchor])
  return (
    <details
      id={anchor}
      className={classes.question}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={`${disclosureClasses.opener} ${classes.summary}`}>{faq.question}</summary>
      <div className={classes.answer}>
        {faq.answer.map((paragraph, at) => (
          <p key={at}>{paragraph}</p>
        ))}
        <Link to={{ search, hash: `#${anchor}` }} replace preventScrollReset className={classes.link}>
          Copy link
        </Link>
      </div>
    </details>
  )
}
