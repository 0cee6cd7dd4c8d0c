import { type ReactNode } from 'react'
import classes from './Details.module.css'
import { requirements } from './machines.ts'

export function DetailsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3 className={classes.partTitle}>{title}</h3>
      {children}
    </section>
  )
}

export function NameList({ names }: { names: readonly string[] }) {
  return (
    <ul className={classes.names}>
      {names.map((name, i) => (
        <li key={`${i} ${name}`}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}

export function Requirements({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <DetailsSection title="Requirements">
      <dl className={classes.requirements}>
        {ids.map((id) => (
          <div key={id}>
            <dt>
              <code>{id}</code>
            </dt>
            <dd>{requirements.get(id) ?? 'There is no such requirement.'}</dd>
          </div>
        ))}
      </dl>
    </DetailsSection>
  )
}
